package org.scfs.coordination.testkit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;

/**
 * A coordination service in memory that behaves like ZooKeeper, its oddities included: versions
 * restart when a node is created again, sequence numbers when a directory is, an agent that is cut
 * off does not notice that its session ended. It can be made to fail on command. Thread-safe; all
 * its waits go through the time port.
 */
@SuppressWarnings("GuardedBy") // clients hold the lock when they call; the checker cannot see it
public final class MemoryCoordination {

  private final Environment environment;
  private final Duration callTimeout;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final MemoryTree tree = new MemoryTree();

  @GuardedBy("lock")
  private final List<MemoryClient> clients = new ArrayList<>();

  @GuardedBy("lock")
  private boolean available = true;

  /** Creates an empty service on the system's ports, with calls limited to ten seconds. */
  public MemoryCoordination() {
    this(SystemEnvironment.create(), Duration.ofSeconds(10));
  }

  /** Creates an empty service on these ports, whose calls take at most this long. */
  public MemoryCoordination(Environment environment, Duration callTimeout) {
    this.environment = environment;
    this.callTimeout = callTimeout;
  }

  /** Connects an agent. */
  public MemoryClient connect(String agent) {
    MemoryClient client = new MemoryClient(this, agent);
    lock.lock();
    try {
      clients.add(client);
    } finally {
      lock.unlock();
    }
    return client;
  }

  /** Switches the service off or on for everybody. Sessions go on meanwhile. */
  public void setAvailable(boolean available) {
    lock.lock();
    try {
      this.available = available;
      clients.forEach(MemoryClient::reachabilityChanged);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  Environment environment() {
    return environment;
  }

  Duration callTimeout() {
    return callTimeout;
  }

  /** Guards everything in the service and its clients. */
  ReentrantLock lock() {
    return lock;
  }

  MemoryTree tree() {
    return tree;
  }

  boolean isAvailable() {
    return available;
  }

  void forget(MemoryClient client) {
    clients.remove(client);
  }

  void signalChange() {
    changed.signalAll();
  }

  /**
   * Waits, with the lock given up meanwhile, until the condition holds or the time limit has
   * passed.
   *
   * @return whether the condition holds
   */
  boolean await(BooleanSupplier condition, Duration limit) throws InterruptedException {
    if (condition.getAsBoolean() || !limit.isPositive()) {
      return condition.getAsBoolean();
    }
    AtomicBoolean over = new AtomicBoolean();
    Cancellable alarm = environment.time().after(limit, () -> endWait(over));
    try {
      while (!condition.getAsBoolean() && !over.get()) {
        changed.await();
      }
      return condition.getAsBoolean();
    } finally {
      alarm.cancel();
    }
  }

  private void endWait(AtomicBoolean over) {
    lock.lock();
    try {
      over.set(true);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
