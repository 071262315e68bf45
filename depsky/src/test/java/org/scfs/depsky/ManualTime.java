package org.scfs.depsky;

import java.time.Duration;
import java.time.Instant;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Time;

/** A clock that a test sets; nobody waits by it. */
final class ManualTime implements Time {

  static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private Duration passed = Duration.ZERO;

  void pass(Duration duration) {
    passed = passed.plus(duration);
  }

  @Override
  public Instant now() {
    return START.plus(passed);
  }

  @Override
  public long nanos() {
    return passed.toNanos();
  }

  @Override
  public void sleep(Duration duration) {
    throw new UnsupportedOperationException("nobody sleeps here");
  }

  @Override
  public Cancellable after(Duration delay, Runnable action) {
    throw new UnsupportedOperationException("nobody waits here");
  }
}
