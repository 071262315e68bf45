package org.scfs.ports;

import java.time.Duration;
import java.time.Instant;

/**
 * The two clocks and the timer of a process. Thread-safe.
 *
 * <p>Every wait with a time limit goes through this port: a thread waits on a plain condition, and
 * {@link #after} wakes it. Nothing else in SCFS may depend on the passing of time.
 */
public interface Time {

  /** The wall clock, for time stamps that people and other machines see. It may jump. */
  Instant now();

  /** A monotonic clock in nanoseconds, only good for differences within this process. */
  long nanos();

  /**
   * Waits.
   *
   * @throws InterruptedException if the waiting thread was interrupted
   */
  void sleep(Duration duration) throws InterruptedException;

  /**
   * Runs an action once the delay has passed, on a thread of this port. The action must be short
   * and must not block on I/O.
   *
   * @return a handle that forgets the action if it has not started
   */
  Cancellable after(Duration delay, Runnable action);
}
