package org.scfs.coordination.zookeeper;

import java.time.Duration;
import org.scfs.ports.Time;

/** The end of a time limit on the monotonic clock. */
record Deadline(Time time, long endNanos) {

  /** Longer waits than this are not told apart. */
  private static final Duration FOREVER = Duration.ofDays(3650);

  static Deadline after(Time time, Duration limit) {
    Duration bounded = limit.compareTo(FOREVER) < 0 ? limit : FOREVER;
    return new Deadline(time, time.nanos() + bounded.toNanos());
  }

  /** What is left; zero or negative if nothing is. */
  Duration remaining() {
    return Duration.ofNanos(endNanos - time.nanos());
  }

  boolean passed() {
    return !remaining().isPositive();
  }
}
