package org.scfs.depsky.register;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.scfs.depsky.codec.RegisterState;

/**
 * What this process knows of one data unit, so that no set of clouds can take it back to an older
 * state than it has seen. Thread-safe.
 *
 * <p>Lock order: {@link #writing} is taken first and held during a whole change; the locks of
 * {@link #sending} are taken by the threads that ask the clouds; the private lock is a leaf.
 */
final class UnitMemory {

  /**
   * The higher revision counts. Two of the same revision exist when a writer stopped before its
   * change reached a quorum, and changed the unit again later without seeing it: the later one
   * counts, for that one may have been acknowledged.
   */
  private static final Comparator<RegisterState> ORDER =
      Comparator.comparingLong(RegisterState::revision)
          .thenComparingLong(RegisterState::written)
          .thenComparing(state -> state.versions().toString());

  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock[] sending;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private @Nullable RegisterState newest;

  @GuardedBy("lock")
  private final long[] acknowledged;

  @GuardedBy("lock")
  private long lastRevision;

  @GuardedBy("lock")
  private long lastNumber;

  UnitMemory(int clouds) {
    sending = Stream.generate(ReentrantLock::new).limit(clouds).toArray(ReentrantLock[]::new);
    acknowledged = new long[clouds];
  }

  /** Changes of the unit by this process, one after the other. */
  ReentrantLock writing() {
    return writing;
  }

  /**
   * Changes on their way to a cloud: an older one that was given up must not arrive after a newer
   * one.
   */
  ReentrantLock sending(int cloud) {
    return sending[cloud];
  }

  /** Adds what clouds returned to what was seen before, and gives the newest of all. */
  Optional<RegisterState> newest(Collection<RegisterState> answers) {
    lock.lock();
    try {
      Stream<RegisterState> all = Stream.concat(Stream.ofNullable(newest), answers.stream());
      newest = all.max(ORDER).orElse(null);
      return Optional.ofNullable(newest);
    } finally {
      lock.unlock();
    }
  }

  /** Revision and number for the next change: never one that this process used before. */
  long nextRevision(long current) {
    lock.lock();
    try {
      lastRevision = Math.max(lastRevision, current) + 1;
      return lastRevision;
    } finally {
      lock.unlock();
    }
  }

  long nextNumber(long current) {
    lock.lock();
    try {
      lastNumber = Math.max(lastNumber, current) + 1;
      return lastNumber;
    } finally {
      lock.unlock();
    }
  }

  /** Notes that a cloud acknowledged a revision. */
  void acknowledge(int cloud, long revision) {
    lock.lock();
    try {
      acknowledged[cloud] = Math.max(acknowledged[cloud], revision);
    } finally {
      lock.unlock();
    }
  }

  /** The highest revision that a cloud acknowledged to this process, 0 if none. */
  long acknowledged(int cloud) {
    lock.lock();
    try {
      return acknowledged[cloud];
    } finally {
      lock.unlock();
    }
  }
}
