package org.scfs.coordination.zookeeper;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ZooKeeper server in this process, on the loopback interface only, without its web server and
 * without JMX. It writes every transaction through to the disk.
 */
final class EmbeddedServer {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);

  private static final int TICK_MILLIS = 1000;
  private static final int SHORTEST_SESSION_MILLIS = 2000;
  private static final int LONGEST_SESSION_MILLIS = 120_000;
  private static final int MOST_CONNECTIONS = 1000;
  private static final int SNAPSHOTS_KEPT = 3;

  /** Logs grow by this; ZooKeeper's own 64 MiB look frightening in a small volume's folder. */
  private static final long LOG_STEP_BYTES = 4L << 20;

  private static final String COMMANDS_PROPERTY = "zookeeper.4lw.commands.whitelist";

  private final FileTxnSnapLog files;
  private final Connections connections;
  private final Server server;

  private EmbeddedServer(FileTxnSnapLog files, Connections connections, Server server) {
    this.files = files;
    this.connections = connections;
    this.server = server;
  }

  /**
   * Starts a server over the data in a folder.
   *
   * @param port where to listen; the caller saw that it is free
   */
  static EmbeddedServer start(Path data, int port) throws IOException {
    System.setProperty(COMMANDS_PROPERTY, "");
    FileTxnLog.setPreallocSize(LOG_STEP_BYTES);
    // Its running digest of the tree miscounts a change of the rights to "/", and cries wolf.
    ZooKeeperServer.setDigestEnabled(false);
    File folder = data.toFile();
    FileTxnSnapLog files = new FileTxnSnapLog(folder, folder);
    Connections connections = new Connections();
    Server server = new Server(files);
    EmbeddedServer embedded = new EmbeddedServer(files, connections, server);
    boolean started = false;
    try {
      connections.configure(
          new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port),
          MOST_CONNECTIONS);
      connections.startup(server);
      started = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while starting the coordination server", e);
    } finally {
      if (!started) {
        embedded.stop();
      }
    }
    return embedded;
  }

  int port() {
    return connections.getLocalPort();
  }

  /** Whether it serves; not after an error such as a full disk. */
  boolean running() {
    return server.isRunning();
  }

  /** Stops. Sessions stay, in the data, for the next server. */
  void stop() {
    connections.shutdown();
    server.shutdown(true);
    try {
      files.close();
    } catch (IOException e) {
      // Every transaction that was acknowledged had been forced to the disk before.
      LOG.warn("while stopping", e);
    }
  }

  /** Deletes snapshots and logs that the latest snapshots make superfluous. */
  static void purge(Path data) throws IOException {
    File folder = data.toFile();
    FileTxnSnapLog files = new FileTxnSnapLog(folder, folder);
    try {
      purge(files);
    } finally {
      files.close();
    }
  }

  private static void purge(FileTxnSnapLog files) throws IOException {
    List<File> snapshots = files.findNValidSnapshots(SNAPSHOTS_KEPT);
    if (snapshots.size() < SNAPSHOTS_KEPT) {
      return;
    }
    long oldest = Util.getZxidFromName(snapshots.getLast().getName(), "snapshot");
    Set<File> needed = Set.of(files.getSnapshotLogs(oldest));
    File[] all = files.getSnapDir().listFiles();
    for (File file : all == null ? new File[0] : all) {
      if (isOlder(file, "snapshot", oldest)
          || (isOlder(file, "log", oldest) && !needed.contains(file))) {
        Files.deleteIfExists(file.toPath());
      }
    }
  }

  private static boolean isOlder(File file, String kind, long zxid) {
    long number = Util.getZxidFromName(file.getName(), kind);
    return number >= 0 && number < zxid;
  }

  /** A server that nobody manages through JMX. */
  private static final class Server extends ZooKeeperServer {
    Server(FileTxnSnapLog files) {
      super(
          files,
          TICK_MILLIS,
          SHORTEST_SESSION_MILLIS,
          LONGEST_SESSION_MILLIS,
          -1,
          new ZKDatabase(files),
          "",
          false);
    }

    @Override
    protected void registerJMX() {}

    @Override
    protected void unregisterJMX() {}
  }

  /** Connections that nobody manages through JMX. */
  private static final class Connections extends NIOServerCnxnFactory {
    @Override
    public void registerConnection(ServerCnxn connection) {}

    @Override
    public void unregisterConnection(ServerCnxn connection) {}
  }
}
