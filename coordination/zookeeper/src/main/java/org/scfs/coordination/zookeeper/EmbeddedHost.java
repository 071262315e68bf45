package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's part in running the server of a folder. Of all processes that use the folder, the
 * one that gets its lock runs the server; when that one goes away, another gets the lock and starts
 * the server from the same data on the same port, and all sessions go on. Thread-safe.
 */
final class EmbeddedHost {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedHost.class);

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration PURGE_EVERY = Duration.ofHours(1);
  private static final Duration FIRST_LOOKS_EVERY = Duration.ofMillis(50);

  /** How often, at that interval, a port that was in use is waited for. */
  private static final int PORT_TRIES = 20;

  /**
   * Ports are chosen below the range from which the kernel takes the local ends of connections: a
   * client that tries to reach a server that is away could otherwise be given its port.
   */
  private static final int FIRST_PORT = 21_000;

  private static final int PORTS = 10_000;

  private final EmbeddedDirectory directory;
  private final Environment environment;

  /** Who wants to know where the server listens, and what they know. */
  private final Map<Consumer<String>, String> followers = new ConcurrentHashMap<>();

  /** Held while the server starts or stops. */
  private final ReentrantLock guard = new ReentrantLock();

  // Guarded by the guard.
  private @Nullable EmbeddedServer server;
  private long purgedAt;
  private boolean closed;

  private @Nullable Cancellable loop;

  private EmbeddedHost(EmbeddedDirectory directory, Environment environment) {
    this.directory = directory;
    this.environment = environment;
  }

  /**
   * Takes part, and returns once there is a server, here or elsewhere.
   *
   * @throws IOException if there is none within the time limit, or the folder cannot be used
   */
  static EmbeddedHost open(Path path, Environment environment, Duration limit)
      throws IOException, InterruptedException {
    EmbeddedDirectory directory = EmbeddedDirectory.open(path);
    EmbeddedHost host = new EmbeddedHost(directory, environment);
    boolean opened = false;
    try {
      Deadline deadline = Deadline.after(environment.time(), limit);
      while (!host.look()) {
        if (deadline.passed()) {
          throw new IOException("another process has " + path + " but does not start its server");
        }
        environment.time().sleep(FIRST_LOOKS_EVERY);
      }
      host.loop = environment.tasks().start("coordination-server", host::keepLooking);
      opened = true;
      return host;
    } finally {
      if (!opened) {
        host.close();
      }
    }
  }

  /** Whether this process runs the server. */
  boolean owner() {
    guard.lock();
    try {
      return server != null;
    } finally {
      guard.unlock();
    }
  }

  /** Where the server listens, as far as we know. */
  String endpoint() throws IOException {
    return directory.endpoint().orElseThrow(() -> new IOException("the server has no endpoint"));
  }

  /** The secret that clients show. */
  String secret() throws IOException {
    return directory.secret().orElseThrow(() -> new IOException("the server has no secret"));
  }

  /** Tells this follower whenever the server is elsewhere than the follower knows. */
  Runnable follow(String knownEndpoint, Consumer<String> follower) {
    followers.put(follower, knownEndpoint);
    return () -> followers.remove(follower);
  }

  /** Stops the server if it is ours, and lets another process have it. */
  void close() {
    guard.lock();
    try {
      closed = true;
      if (server != null) {
        server.stop();
        server = null;
      }
      directory.close();
    } catch (IOException e) {
      LOG.warn("cannot give up the lock of the coordination server", e);
    } finally {
      guard.unlock();
    }
    if (loop != null) {
      loop.cancel(); // only now: an interrupt in the middle of its work would close our files
    }
  }

  private void keepLooking() {
    try {
      while (!isClosed()) {
        environment.time().sleep(LOOK_EVERY);
        lookAgain();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isClosed() {
    guard.lock();
    try {
      return closed;
    } finally {
      guard.unlock();
    }
  }

  private void lookAgain() throws InterruptedException {
    try {
      look();
      directory.endpoint().ifPresent(this::announce);
    } catch (IOException e) {
      LOG.error("cannot run the coordination server; trying again", e);
    }
  }

  /** Sees to it that the server runs; whether it does, here or elsewhere, as far as we know. */
  private boolean look() throws IOException, InterruptedException {
    guard.lockInterruptibly();
    try {
      if (closed) {
        return true;
      }
      if (!directory.tryLock()) {
        return directory.endpoint().isPresent() && directory.secret().isPresent();
      }
      if (server != null && !server.running()) {
        LOG.error("the coordination server failed; starting it again");
        server.stop();
        server = null;
      }
      if (server == null) {
        start();
      }
      purgeNowAndThen();
      return true;
    } finally {
      guard.unlock();
    }
  }

  private void start() throws IOException, InterruptedException {
    directory.ensureSecret(environment.randomness());
    EmbeddedServer.purge(directory.data());
    purgedAt = environment.time().nanos();
    EmbeddedServer started = EmbeddedServer.start(directory.data(), freePort());
    server = started;
    directory.setPort(started.port());
    LOG.info("running the coordination server on port {}", started.port());
  }

  private void purgeNowAndThen() throws IOException {
    long now = environment.time().nanos();
    if (now - purgedAt > PURGE_EVERY.toNanos()) {
      purgedAt = now;
      EmbeddedServer.purge(directory.data());
    }
  }

  /** The port of the last time if it is free, else another one. */
  private int freePort() throws IOException, InterruptedException {
    OptionalInt last = directory.port();
    if (last.isPresent()) {
      for (int i = 0; i < PORT_TRIES; i++) {
        // A process that was killed can hold its port a little longer than its lock.
        if (isFree(last.getAsInt())) {
          return last.getAsInt();
        }
        environment.time().sleep(FIRST_LOOKS_EVERY);
      }
    }
    for (int i = 0; i < PORTS; i++) {
      int random = ByteBuffer.wrap(environment.randomness().bytes(Integer.BYTES)).getInt();
      int port = FIRST_PORT + Math.floorMod(random, PORTS);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException("no free port for the coordination server");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void announce(String endpoint) {
    followers.forEach(
        (follower, known) -> {
          if (!known.equals(endpoint) && followers.replace(follower, known, endpoint)) {
            follower.accept(endpoint);
          }
        });
  }
}
