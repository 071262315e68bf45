package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.time.Duration;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Session;
import org.scfs.coordination.SessionState;
import org.scfs.ports.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of our sessions: ZooKeeper's client reconnects within a session by itself; when a
 * session has ended, this begins the next one. Thread-safe.
 */
final class Connection implements Session {

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** The pause before a new session, doubled with every failure up to 6.4 s. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private static final int MOST_DOUBLINGS = 7;

  private final ClientOptions options;
  private final Environment environment;
  private final Leftovers leftovers;
  private final Monitor monitor;

  // Guarded by the monitor.
  private @Nullable Handle handle;
  private SessionState state = SessionState.SUSPENDED;
  private String explanation;
  private String connect;
  private boolean refused;
  private int failures;

  Connection(ClientOptions options, Environment environment, Leftovers leftovers) {
    this.options = options;
    this.environment = environment;
    this.leftovers = leftovers;
    this.monitor = new Monitor(environment.time());
    this.connect = options.connect();
    this.explanation = "connecting to ZooKeeper at " + connect;
  }

  /** Begins the first session, without waiting for it. */
  void open() throws CoordinationException {
    String servers = monitor.get(() -> connect);
    try {
      install(Handle.open(options.handles(), servers, this::happened));
    } catch (IOException | IllegalArgumentException e) {
      throw new CoordinationException.Misconfigured("cannot use ZooKeeper at " + servers, e);
    }
  }

  @Override
  public SessionState state() {
    return monitor.get(() -> state);
  }

  @Override
  public String explanation() {
    return monitor.get(() -> explanation);
  }

  /** Waits for a connected session. */
  Handle await(Deadline deadline) throws CoordinationException {
    try {
      Situation now =
          monitor.await(
              () -> state == SessionState.CONNECTED || state == SessionState.CLOSED || refused,
              deadline,
              () -> new Situation(handle, state, refused, connect, explanation));
      return connected(now);
    } catch (InterruptedException e) {
      throw new CoordinationException.Interrupted("interrupted while waiting for ZooKeeper", e);
    }
  }

  private record Situation(
      @Nullable Handle handle,
      SessionState state,
      boolean refused,
      String connect,
      String explanation) {}

  private Handle connected(Situation now) throws CoordinationException {
    if (now.state == SessionState.CLOSED) {
      throw new CoordinationException.Unavailable("the connection to ZooKeeper was closed", null);
    }
    if (now.refused) {
      throw new CoordinationException.Denied(
          "ZooKeeper at " + now.connect + " refuses our secret", null);
    }
    if (now.state != SessionState.CONNECTED || now.handle == null) {
      throw new CoordinationException.Unavailable(
          "no connection to ZooKeeper at "
              + now.connect
              + " within "
              + options.callTimeout().toMillis()
              + " ms ("
              + now.explanation
              + "); check that it runs and can be reached from this machine",
          null);
    }
    return now.handle;
  }

  /** Goes on at other servers, with the same session. */
  void moveTo(String newConnect) {
    monitor.change(() -> connect = newConnect);
    Handle current = monitor.get(() -> handle);
    try {
      if (current != null) {
        current.moveTo(newConnect);
      }
    } catch (IOException e) {
      LOG.warn("cannot go on at {}", newConnect, e);
    }
  }

  /** Ends the session, and with it its locks. */
  void close() {
    Handle last = monitor.get(() -> handle);
    monitor.change(
        () -> {
          state = SessionState.CLOSED;
          explanation = "closed";
          handle = null;
        });
    if (last == null) {
      return;
    }
    last.markEnded();
    Pending<Boolean> closed = new Pending<>(environment.time());
    environment.tasks().start("zookeeper-close", () -> close(last, closed));
    try {
      closed.await(Deadline.after(environment.time(), options.callTimeout()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the session ends all the same
    }
  }

  private static void close(Handle handle, Pending<Boolean> closed) {
    try {
      handle.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closed.accept(new Reply<>(Code.OK, true));
    }
  }

  private void happened(Handle source, WatchedEvent event) {
    if (event.getType() != Watcher.Event.EventType.None) {
      return;
    }
    switch (event.getState()) {
      case SyncConnected -> connected(source);
      case Disconnected -> suspended(source);
      case Expired -> expired(source);
      case AuthFailed -> refused(source);
      default -> LOG.debug("ZooKeeper says {}", event);
    }
  }

  private void connected(Handle source) {
    // What is to be released goes first, so that no later call of ours finds it still held.
    leftovers.send(source);
    update(
        source,
        () -> {
          state = SessionState.CONNECTED;
          explanation = "connected to ZooKeeper at " + connect + ", " + source.describe();
          failures = 0;
        });
  }

  private void suspended(Handle source) {
    update(
        source,
        () -> {
          // A new session that has not connected yet is not better than the lost one.
          state = state == SessionState.LOST ? SessionState.LOST : SessionState.SUSPENDED;
          explanation = "the connection to ZooKeeper at " + connect + " is lost, trying again";
        });
  }

  private void refused(Handle source) {
    update(source, () -> refused = true);
  }

  private void expired(Handle source) {
    update(
        source,
        () -> {
          source.markEnded();
          handle = null;
          state = SessionState.LOST;
          explanation =
              "ZooKeeper at " + connect + " ended the session; its locks are gone; beginning anew";
          environment.tasks().start("zookeeper-session", this::beginAnew);
        });
    LOG.warn("the session with ZooKeeper ended, its locks are lost");
  }

  /** Applies a change unless it comes from an earlier session, or we are closed. */
  private void update(Handle source, Runnable change) {
    monitor.change(
        () -> {
          if (handle == null && !source.ended() && state != SessionState.CLOSED) {
            handle = source; // its first event came before install
          }
          if (handle == source) {
            change.run();
          }
        });
  }

  private void beginAnew() {
    try {
      while (state() == SessionState.LOST) {
        environment.time().sleep(nextPause());
        if (tryToBegin()) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration nextPause() {
    int doublings = monitor.get(() -> Math.min(failures, MOST_DOUBLINGS));
    monitor.change(() -> failures++);
    return FIRST_PAUSE.multipliedBy(1L << doublings);
  }

  private boolean tryToBegin() {
    String servers = monitor.get(() -> connect);
    try {
      Handle next = Handle.open(options.handles(), servers, this::happened);
      install(next);
      return true;
    } catch (IOException e) {
      monitor.change(() -> explanation = "cannot begin a session at " + servers + ": " + e);
      return false;
    }
  }

  private void install(Handle next) {
    monitor.change(
        () -> {
          if (handle == null && !next.ended()) {
            handle = next;
          }
        });
    if (state() == SessionState.CLOSED) {
      environment
          .tasks()
          .start("zookeeper-close", () -> close(next, new Pending<>(environment.time())));
    }
  }
}
