package org.scfs.depsky;

import java.time.Duration;

/**
 * How long one cloud takes, learned from its answers: a time per request and a time per byte, each
 * exponentially weighted. What was learned long ago counts for nothing, so that a cloud that was
 * slow once is tried again. Not thread-safe.
 */
final class LatencyModel {

  static final Duration MEMORY = Duration.ofMinutes(1);

  private static final double WEIGHT = 0.2;
  private static final long SMALL_BYTES = 64 * 1024;
  private static final double UNKNOWN_NANOS_PER_BYTE = 1e9 / (4 << 20);

  private final Average perRequest = new Average();
  private final Average perByte = new Average();

  private static final class Average {
    private boolean known;
    private double value;
    private long learnedAt;

    void learn(double sample, long now) {
      value = isFresh(now) ? value + WEIGHT * (sample - value) : sample;
      known = true;
      learnedAt = now;
    }

    boolean isFresh(long now) {
      return known && now - learnedAt < MEMORY.toNanos();
    }
  }

  /** Learns from an answer that moved so many bytes in so many nanoseconds. */
  void learn(long bytes, long nanos, long now) {
    if (bytes <= SMALL_BYTES) {
      perRequest.learn((double) nanos, now);
    } else {
      perByte.learn(Math.max(0, nanos - perRequest.value) / bytes, now);
    }
  }

  /** The time that a request is to be expected to take: cautious where nothing is known. */
  Duration expected(long bytes) {
    double rate = perByte.known ? perByte.value : UNKNOWN_NANOS_PER_BYTE;
    return Duration.ofNanos((long) (perRequest.value + moving(bytes, rate)));
  }

  /** The time that a request took lately: zero where nothing is known, so that it is found out. */
  Duration recent(long bytes, long now) {
    double request = perRequest.isFresh(now) ? perRequest.value : 0;
    double rate = perByte.isFresh(now) ? perByte.value : 0;
    return Duration.ofNanos((long) (request + moving(bytes, rate)));
  }

  private static double moving(long bytes, double nanosPerByte) {
    return bytes <= SMALL_BYTES ? 0 : bytes * nanosPerByte;
  }
}
