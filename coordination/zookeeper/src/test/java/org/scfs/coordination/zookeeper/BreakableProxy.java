package org.scfs.coordination.zookeeper;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** A proxy in front of a ZooKeeper server that knows its frames and breaks where it is told to. */
final class BreakableProxy implements AutoCloseable {

  /** When the connection breaks. */
  enum Break {
    NEVER,
    /** The next transaction does not reach the server. */
    BEFORE_COMMIT,
    /** The next transaction does, but its answer does not come back. */
    AFTER_COMMIT
  }

  private final int target;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Integer> requests = new CopyOnWriteArrayList<>();
  private volatile Break next = Break.NEVER;
  private volatile boolean stayDown;
  private volatile boolean down;
  private volatile long sessionId;
  private volatile byte[] password = new byte[0];

  BreakableProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::acceptAll);
  }

  String connect() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Breaks the connection at the next transaction. */
  void breakAtNextCommit(Break when, boolean thenStayDown) {
    stayDown = thenStayDown;
    next = when;
  }

  /** Breaks all connections and accepts no new ones, or accepts them again. */
  void setDown(boolean down) {
    this.down = down;
    if (down) {
      open.forEach(BreakableProxy::closeQuietly);
    }
  }

  /** Types of the requests so far, without those that keep the session alive. */
  List<Integer> requests() {
    return requests;
  }

  /** Ends the client's session at the server, as if it had been silent for too long. */
  void killSession() {
    setDown(true);
    CountDownLatch connected = new CountDownLatch(1);
    try {
      ZooKeeper twin =
          new ZooKeeper(
              "127.0.0.1:" + target,
              10_000,
              event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                  connected.countDown();
                }
              },
              sessionId,
              password);
      if (!connected.await(10, TimeUnit.SECONDS)) {
        throw new AssertionError("cannot take over the session");
      }
      if (!twin.close(Math.toIntExact(Duration.ofSeconds(5).toMillis()))) {
        throw new AssertionError("cannot end the session");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    setDown(false);
  }

  @Override
  public void close() {
    setDown(true);
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        if (down) {
          closeQuietly(client);
        } else {
          new Link(client).start();
        }
      } catch (IOException e) {
        // The listener was closed, or the server is away.
      }
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One connection through the proxy. */
  private final class Link {
    private final Socket client;
    private final Socket server = new Socket();
    private volatile int lostReply = Integer.MIN_VALUE;

    Link(Socket client) {
      this.client = client;
    }

    void start() throws IOException {
      open.add(client);
      open.add(server);
      try {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      } catch (IOException e) {
        cut();
        throw e;
      }
      Thread.ofVirtual().start(() -> pump(client, server, true));
      Thread.ofVirtual().start(() -> pump(server, client, false));
      if (down) {
        cut();
      }
    }

    private void pump(Socket from, Socket to, boolean requests) {
      try (DataInputStream in = new DataInputStream(from.getInputStream());
          DataOutputStream out = new DataOutputStream(to.getOutputStream())) {
        boolean first = true;
        while (true) {
          byte[] frame = new byte[in.readInt()];
          in.readFully(frame);
          boolean pass = requests ? passRequest(frame, first) : passReply(frame, first);
          if (!pass) {
            return;
          }
          first = false;
          out.write(
              ByteBuffer.allocate(Integer.BYTES + frame.length)
                  .putInt(frame.length)
                  .put(frame)
                  .array());
        }
      } catch (IOException e) {
        // The connection ended.
      } finally {
        cut();
      }
    }

    private boolean passRequest(byte[] frame, boolean first) {
      if (first) {
        return true;
      }
      ByteBuffer buffer = ByteBuffer.wrap(frame);
      int xid = buffer.getInt();
      int type = buffer.getInt();
      if (xid >= 0) {
        requests.add(type);
      }
      Break now = next;
      if (type == ZooDefs.OpCode.multi && now != Break.NEVER) {
        next = Break.NEVER;
        if (now == Break.BEFORE_COMMIT) {
          down = stayDown;
          return false;
        }
        lostReply = xid;
      }
      return true;
    }

    private boolean passReply(byte[] frame, boolean first) {
      ByteBuffer buffer = ByteBuffer.wrap(frame);
      if (first) {
        buffer.getInt(); // protocol
        buffer.getInt(); // time-out
        long id = buffer.getLong();
        byte[] secret = new byte[buffer.getInt()];
        buffer.get(secret);
        sessionId = id;
        password = secret;
        return true;
      }
      boolean lost = buffer.getInt() == lostReply;
      if (lost) {
        down = stayDown;
      }
      return !lost;
    }

    private void cut() {
      closeQuietly(client);
      closeQuietly(server);
      open.remove(client);
      open.remove(server);
    }
  }
}
