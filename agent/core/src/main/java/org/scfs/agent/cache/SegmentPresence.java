package org.scfs.agent.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which segments of a file are on the local disk, being fetched, or still only in the clouds.
 * Thread-safe. Its lock is a leaf: nothing is called while it is held.
 */
final class SegmentPresence {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final BitSet missing = new BitSet();

  @GuardedBy("lock")
  private final BitSet fetching = new BitSet();

  private volatile boolean complete;

  SegmentPresence(int missingSegments) {
    lock.lock();
    try {
      missing.set(0, missingSegments);
    } finally {
      lock.unlock();
    }
    complete = missingSegments == 0;
  }

  boolean isComplete() {
    return complete;
  }

  /**
   * Waits until a segment is here or nobody is fetching it.
   *
   * @return whether the caller must fetch it now and then call {@link #fetched}
   */
  boolean claim(int segment) {
    lock.lock();
    try {
      // Not interruptible: the waiting thread belongs to the kernel's request, and the fetch is
      // bounded.
      while (missing.get(segment) && fetching.get(segment)) {
        changed.awaitUninterruptibly();
      }
      return claimLocked(segment);
    } finally {
      lock.unlock();
    }
  }

  /** Claims the first segment that nobody is fetching, or none if there is none. */
  OptionalInt claimNext() {
    lock.lock();
    try {
      int segment = missing.nextSetBit(0);
      while (segment >= 0 && fetching.get(segment)) {
        segment = missing.nextSetBit(segment + 1);
      }
      return segment >= 0 && claimLocked(segment) ? OptionalInt.of(segment) : OptionalInt.empty();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean claimLocked(int segment) {
    if (!missing.get(segment)) {
      return false;
    }
    fetching.set(segment);
    return true;
  }

  /** Ends a claim. */
  void fetched(int segment, boolean arrived) {
    lock.lock();
    try {
      fetching.clear(segment);
      if (arrived) {
        missing.clear(segment);
        complete = missing.isEmpty();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until nothing is being fetched, then counts all segments from this one on as here. */
  void forgetFrom(int segment) {
    lock.lock();
    try {
      while (!fetching.isEmpty()) {
        changed.awaitUninterruptibly();
      }
      missing.clear(segment, Integer.MAX_VALUE);
      complete = missing.isEmpty();
    } finally {
      lock.unlock();
    }
  }
}
