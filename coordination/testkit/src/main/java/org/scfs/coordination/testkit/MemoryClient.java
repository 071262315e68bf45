package org.scfs.coordination.testkit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.LockService;
import org.scfs.coordination.MetadataStore;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.Operation;
import org.scfs.coordination.Session;
import org.scfs.coordination.SessionState;

/**
 * An agent's connection to a {@link MemoryCoordination}, with its faults. Thread-safe; its methods
 * that are not public run with the service's lock held, {@link #call} excepted.
 */
@SuppressWarnings("GuardedBy") // the lock belongs to the service; the checker does not follow it
public final class MemoryClient implements CoordinationService {

  /** How long a client stays without a session before it begins a new one by itself. */
  private static final Duration RENEWAL_DELAY = Duration.ofMillis(20);

  /** What goes wrong at the next commit. */
  enum CommitFault {
    NONE,
    LOSE_REQUEST,
    LOSE_REPLY
  }

  /** Something that a client does while it holds the service's lock and has a live session. */
  @FunctionalInterface
  interface Call<T> {
    T run(MemorySession session) throws CoordinationException, InterruptedException;
  }

  private final MemoryCoordination service;
  private final String agent;
  private final ReentrantLock lock;
  private final MemoryMetadata metadata;
  private final MemoryLocks locks;

  @GuardedBy("lock")
  private MemorySession session = new MemorySession();

  @GuardedBy("lock")
  private @Nullable MemoryTree laggingView;

  @GuardedBy("lock")
  private final List<NodePath> removals = new ArrayList<>();

  @GuardedBy("lock")
  private CommitFault commitFault = CommitFault.NONE;

  @GuardedBy("lock")
  private boolean faultCutsOff;

  @GuardedBy("lock")
  private boolean reachable = true;

  @GuardedBy("lock")
  private boolean closed;

  @GuardedBy("lock")
  private RoundTrips roundTrips = new RoundTrips(0, 0, 0);

  MemoryClient(MemoryCoordination service, String agent) {
    this.service = service;
    this.agent = agent;
    this.lock = service.lock();
    this.metadata = new MemoryMetadata(service, this);
    this.locks = new MemoryLocks(service, this);
  }

  @Override
  public MetadataStore metadata() {
    return metadata;
  }

  @Override
  public LockService locks() {
    return locks;
  }

  @Override
  public Session session() {
    return new Session() {
      @Override
      public SessionState state() {
        return currentState();
      }

      @Override
      public String explanation() {
        return "agent " + agent + " on the service in memory: " + currentState();
      }
    };
  }

  private SessionState currentState() {
    lock.lock();
    try {
      if (closed) {
        return SessionState.CLOSED;
      }
      if (!isReachable()) {
        return SessionState.SUSPENDED;
      }
      return session.ended ? SessionState.LOST : SessionState.CONNECTED;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        session.endNoticed = true;
        endSession();
        service.forget(this);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Counts what this client asked the service so far. */
  public RoundTrips roundTrips() {
    lock.lock();
    try {
      return roundTrips;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the session as the service does when it has not heard from the client for long. */
  public void expireSession() {
    lock.lock();
    try {
      endSession();
      noticeEnd();
    } finally {
      lock.unlock();
    }
  }

  /** Cuts this client off from the service, or lets it back. */
  public void setReachable(boolean reachable) {
    lock.lock();
    try {
      this.reachable = reachable;
      reachabilityChanged();
      service.signalChange();
    } finally {
      lock.unlock();
    }
  }

  /** The next commit does not reach the service, because the connection breaks for a moment. */
  public void loseNextRequest() {
    setCommitFault(CommitFault.LOSE_REQUEST, false);
  }

  /** The next commit is applied, but the connection breaks for a moment before the answer. */
  public void loseNextReply() {
    setCommitFault(CommitFault.LOSE_REPLY, false);
  }

  /**
   * The connection breaks at the next commit and stays broken until {@link #setReachable}.
   *
   * @param applied whether the commit reaches the service before that
   */
  public void cutOffAtNextCommit(boolean applied) {
    setCommitFault(applied ? CommitFault.LOSE_REPLY : CommitFault.LOSE_REQUEST, true);
  }

  private void setCommitFault(CommitFault fault, boolean cutsOff) {
    lock.lock();
    try {
      commitFault = fault;
      faultCutsOff = cutsOff;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets this client's server fall behind: sequential reads show what the client saw last, until it
   * commits, locks, or reads linearizably.
   */
  public void setLagging(boolean lagging) {
    lock.lock();
    try {
      laggingView = lagging ? service.tree().copy() : null;
    } finally {
      lock.unlock();
    }
  }

  /** Runs a call once the service can be reached and there is a session. */
  <T> T call(Call<T> call) throws CoordinationException {
    try {
      lock.lockInterruptibly();
      try {
        return call.run(liveSession());
      } finally {
        lock.unlock();
      }
    } catch (InterruptedException e) {
      throw new CoordinationException.Interrupted("interrupted while calling the service", e);
    }
  }

  private MemorySession liveSession() throws CoordinationException, InterruptedException {
    if (!service.await(() -> isReachable() || closed, service.callTimeout())) {
      throw new CoordinationException.Unavailable(
          "the coordination service in memory is switched off", null);
    }
    if (closed) {
      throw new CoordinationException.Unavailable("the connection was closed", null);
    }
    renewSession();
    return session;
  }

  /** Waits after a broken connection; whether the service was reached in time. */
  boolean awaitReachable() throws InterruptedException {
    return service.await(() -> isReachable() || closed, service.callTimeout()) && !closed;
  }

  boolean isReachable() {
    return reachable && service.isAvailable();
  }

  void reachabilityChanged() {
    if (session.ended) {
      noticeEnd();
    }
    if (isReachable()) {
      List.copyOf(removals).forEach(this::remove);
    }
  }

  /** Removes the node of a lock, as soon as the service can be reached. */
  void remove(NodePath path) {
    removals.remove(path);
    if (!isReachable()) {
      removals.add(path);
    } else if (service.tree().delete(path, Operation.ANY_VERSION).isEmpty()) {
      service.tree().keepChanges();
      service.signalChange();
    }
  }

  /** Takes the fault that was set for the next commit; the connection is cut if it says so. */
  CommitFault takeCommitFault() {
    CommitFault fault = commitFault;
    commitFault = CommitFault.NONE;
    if (faultCutsOff) {
      faultCutsOff = false;
      reachable = false;
    }
    return fault;
  }

  /** The tree that sequential reads see. */
  MemoryTree view() {
    return laggingView == null ? service.tree() : laggingView;
  }

  /** Brings the lagging view up to date. */
  void catchUp() {
    if (laggingView != null) {
      laggingView = service.tree().copy();
    }
  }

  void count(long reads, long commits, long acquisitions) {
    roundTrips =
        new RoundTrips(
            roundTrips.reads() + reads,
            roundTrips.commits() + commits,
            roundTrips.locks() + acquisitions);
  }

  private void endSession() {
    session.ended = true;
    service.tree().removeOwnedBy(session);
    service.signalChange();
  }

  private void noticeEnd() {
    if (isReachable() && !session.endNoticed) {
      session.endNoticed = true;
      service.environment().time().after(RENEWAL_DELAY, this::renewLater);
    }
  }

  private void renewLater() {
    lock.lock();
    try {
      renewSession();
    } finally {
      lock.unlock();
    }
  }

  private void renewSession() {
    if (session.ended && !closed && isReachable()) {
      session.endNoticed = true;
      session = new MemorySession();
      service.signalChange();
    }
  }
}
