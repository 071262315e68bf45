package org.scfs.coordination.zookeeper;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Time;

/**
 * A lock around some state, with waits for a change of it that end at a deadline of the time port.
 * What it is given to run must be short and must not call out. Thread-safe.
 */
final class Monitor {

  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  Monitor(Time time) {
    this.time = time;
  }

  /** Reads the state. */
  <T> T get(Supplier<T> reading) {
    lock.lock();
    try {
      return reading.get();
    } finally {
      lock.unlock();
    }
  }

  /** Changes the state and lets all waiting threads look at it. */
  void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the condition holds or the deadline has passed, then reads the state, without a
   * change in between.
   */
  <T> T await(BooleanSupplier condition, Deadline deadline, Supplier<T> reading)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!condition.getAsBoolean() && !deadline.passed()) {
        awaitChange(condition, deadline);
      }
      return reading.get();
    } finally {
      lock.unlock();
    }
  }

  private void awaitChange(BooleanSupplier condition, Deadline deadline)
      throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Cancellable alarm = time.after(deadline.remaining(), () -> change(() -> over.set(true)));
    try {
      while (!condition.getAsBoolean() && !over.get()) {
        changed.await();
      }
    } finally {
      alarm.cancel();
    }
  }
}
