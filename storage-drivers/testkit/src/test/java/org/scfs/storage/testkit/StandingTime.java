package org.scfs.storage.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Time;

/** A clock that only passes by being slept on. */
final class StandingTime implements Time {

  static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final AtomicLong slept = new AtomicLong();

  /** How long the sleeps were together. */
  Duration slept() {
    return Duration.ofNanos(slept.get());
  }

  @Override
  public Instant now() {
    return START.plus(slept());
  }

  @Override
  public long nanos() {
    return slept.get();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    slept.addAndGet(duration.toNanos());
  }

  @Override
  public Cancellable after(Duration delay, Runnable action) {
    throw new UnsupportedOperationException("no store sets a timer");
  }
}
