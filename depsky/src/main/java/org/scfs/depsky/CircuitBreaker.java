package org.scfs.depsky;

import java.time.Duration;

/**
 * Keeps requests away from a cloud that fails, and lets one through after a cool-down that doubles
 * with every failed trial, so that a cloud comes back by itself. Not thread-safe.
 */
final class CircuitBreaker {

  static final Duration FIRST_COOL_DOWN = Duration.ofSeconds(5);
  private static final Duration LONGEST_COOL_DOWN = Duration.ofMinutes(5);

  private boolean open;
  private long trialAt;
  private Duration coolDown = FIRST_COOL_DOWN;

  /** Opens it; if it is open already, the cool-down goes on. */
  void open(long now) {
    if (!open) {
      open = true;
      trialAt = now + coolDown.toNanos();
    }
  }

  void close() {
    open = false;
    coolDown = FIRST_COOL_DOWN;
  }

  boolean isOpen() {
    return open;
  }

  /** Whether the cool-down is over and a request should be let through. */
  boolean trialDue(long now) {
    return open && now - trialAt >= 0;
  }

  /** Counts the trial as begun: unless it closes the breaker, the next one is due later. */
  void beginTrial(long now) {
    Duration doubled = coolDown.multipliedBy(2);
    coolDown = doubled.compareTo(LONGEST_COOL_DOWN) < 0 ? doubled : LONGEST_COOL_DOWN;
    trialAt = now + coolDown.toNanos();
  }
}
