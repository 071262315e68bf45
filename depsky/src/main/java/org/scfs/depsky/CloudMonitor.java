package org.scfs.depsky;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Time;

/**
 * Watches one cloud: its latency, failures and lies, and what follows from them for the next
 * request. Thread-safe; its lock is a leaf.
 */
final class CloudMonitor {

  /** How long a corruption is remembered although later answers were right. */
  static final Duration CORRUPTION_MEMORY = Duration.ofHours(1);

  /** How long missing objects are held against a cloud. */
  static final Duration ABSENCE_MEMORY = Duration.ofMinutes(1);

  private static final int FAILURES_TO_OPEN = 3;
  private static final int SUSPICIOUS_ABSENCES = 3;
  private static final int MOST_HANGING = 8;

  /** What a successful request proves of a cloud. */
  enum Proof {
    /** It answers. */
    ALIVE,
    /** It acknowledged an object. */
    STORED,
    /** It returned verified bytes. */
    VERIFIED
  }

  /** How a cloud is to be chosen, best first. */
  enum Rank {
    TRIAL,
    GOOD,
    MISSES_OBJECTS,
    BROKEN
  }

  private record Event(String text, Instant at, long nanos) {}

  private final String name;
  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final LatencyModel latency = new LatencyModel();

  @GuardedBy("lock")
  private final CircuitBreaker breaker = new CircuitBreaker();

  @GuardedBy("lock")
  private long requests;

  @GuardedBy("lock")
  private long failures;

  @GuardedBy("lock")
  private long corruptions;

  @GuardedBy("lock")
  private int failuresInRow;

  @GuardedBy("lock")
  private int absencesInRow;

  @GuardedBy("lock")
  private long lastAbsence;

  @GuardedBy("lock")
  private int hanging;

  /** Whether no verified answer came after the last corruption. */
  @GuardedBy("lock")
  private boolean corrupt;

  @GuardedBy("lock")
  private @Nullable Event lastFailure;

  @GuardedBy("lock")
  private @Nullable Event lastCorruption;

  CloudMonitor(String name, Time time) {
    this.name = name;
    this.time = time;
  }

  /**
   * Asks whether a request may be sent; if so, it counts, and may be the trial of a broken cloud.
   *
   * @return false if too many requests hang that were given up: their memory must not add up
   */
  boolean admit(Proof proof) {
    lock.lock();
    try {
      if (hanging >= MOST_HANGING) {
        return false;
      }
      requests++;
      if (isTrial(proof)) {
        breaker.beginTrial(time.nanos());
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  void succeeded(Proof proof, long bytes, long nanos) {
    lock.lock();
    try {
      latency.learn(bytes, nanos, time.nanos());
      if (proof == Proof.VERIFIED) {
        absencesInRow = 0;
        corrupt = false;
      }
      if (!isCorrupt()) {
        failuresInRow = 0;
        breaker.close();
      }
    } finally {
      lock.unlock();
    }
  }

  void failed(String message) {
    lock.lock();
    try {
      noteFailure(message);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A request was given up because it took far longer than usual, or all the time there was. Once
   * is enough to avoid the cloud for a while, since each further try would make somebody wait.
   */
  void tooSlow(long nanos) {
    lock.lock();
    try {
      noteFailure("gave no answer within " + Duration.ofNanos(nanos).toMillis() + " ms");
      breaker.open(time.nanos());
    } finally {
      lock.unlock();
    }
  }

  void corrupted(String message) {
    lock.lock();
    try {
      corruptions++;
      corrupt = true;
      failuresInRow = Math.max(failuresInRow, FAILURES_TO_OPEN);
      noteFailure(message);
      lastCorruption = lastFailure;
    } finally {
      lock.unlock();
    }
  }

  /** It had not got an object that other clouds have, and may never have been given. */
  void absent() {
    lock.lock();
    try {
      absencesInRow++;
      lastAbsence = time.nanos();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void noteFailure(String message) {
    failures++;
    failuresInRow++;
    lastFailure = new Event(message, time.now(), time.nanos());
    if (failuresInRow >= FAILURES_TO_OPEN) {
      breaker.open(time.nanos());
    }
  }

  /** A request was given up and may hang for ever. */
  void abandoned() {
    lock.lock();
    try {
      hanging++;
    } finally {
      lock.unlock();
    }
  }

  /** A request that was given up came to an end. */
  void returned() {
    lock.lock();
    try {
      hanging--;
    } finally {
      lock.unlock();
    }
  }

  /** How long a request is to be expected to take. */
  Duration expected(long bytes) {
    lock.lock();
    try {
      return latency.expected(bytes);
    } finally {
      lock.unlock();
    }
  }

  /** How long a request took lately, zero if that is not known. */
  Duration recent(long bytes) {
    lock.lock();
    try {
      return latency.recent(bytes, time.nanos());
    } finally {
      lock.unlock();
    }
  }

  /** How to choose it for a request that proves this; only a read can clear it of corruption. */
  Rank rank(Proof proof) {
    lock.lock();
    try {
      if (breaker.isOpen()) {
        return isTrial(proof) ? Rank.TRIAL : Rank.BROKEN;
      }
      return missesObjects() ? Rank.MISSES_OBJECTS : Rank.GOOD;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean isTrial(Proof proof) {
    return breaker.trialDue(time.nanos()) && (proof == Proof.VERIFIED || !isCorrupt());
  }

  CloudHealth health() {
    lock.lock();
    try {
      return new CloudHealth(
          name,
          state(),
          explanation(),
          requests,
          failures,
          corruptions,
          Optional.ofNullable(lastFailure).map(Event::at),
          latency.expected(0));
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private CloudState state() {
    if (isCorrupt() || failuresInRow >= FAILURES_TO_OPEN) {
      return CloudState.FAULTY;
    }
    return explanation().isEmpty() ? CloudState.HEALTHY : CloudState.SUSPECT;
  }

  @GuardedBy("lock")
  private String explanation() {
    if (lastCorruption != null && isCorrupt()) {
      return lastCorruption.text() + " (at " + lastCorruption.at() + ")";
    }
    if (failuresInRow > 0 && lastFailure != null) {
      String count = failuresInRow == 1 ? "once" : failuresInRow + " times in a row";
      return lastFailure.text() + " (" + count + ", last at " + lastFailure.at() + ")";
    }
    if (missesObjects()) {
      return "had none of the last "
          + absencesInRow
          + " objects that other clouds have: it lost them, or was left out when they were written";
    }
    if (lastCorruption != null && isRecent(lastCorruption)) {
      return lastCorruption.text()
          + " (at "
          + lastCorruption.at()
          + "; its answers since then were right)";
    }
    return "";
  }

  /** Weak evidence, as the cloud may have been left out when they were written: soon forgotten. */
  @GuardedBy("lock")
  private boolean missesObjects() {
    return absencesInRow >= SUSPICIOUS_ABSENCES
        && time.nanos() - lastAbsence < ABSENCE_MEMORY.toNanos();
  }

  @GuardedBy("lock")
  private boolean isCorrupt() {
    return corrupt && lastCorruption != null && isRecent(lastCorruption);
  }

  private boolean isRecent(Event event) {
    return time.nanos() - event.nanos() < CORRUPTION_MEMORY.toNanos();
  }
}
