package org.scfs.depsky;

import java.util.concurrent.Semaphore;

/**
 * Bounds the memory of the segments in flight, whatever number of files is written or read at once.
 * Taken before a segment's memory is allocated, in the order of asking. Thread-safe.
 */
final class MemoryBudget {

  private static final int UNIT_BYTES = 64 * 1024;

  private final int largest;
  private final Semaphore units;

  /** A budget for so many segments of full size, or many more smaller ones. */
  MemoryBudget(int segments, int segmentBytes) {
    this.largest = Math.ceilDiv(segmentBytes, UNIT_BYTES);
    this.units = new Semaphore(segments * largest, true);
  }

  /** A part of the budget; closing it once gives it back. */
  interface Part extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits until there is room for a segment.
   *
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  Part take(int segmentLength) throws DepSkyException.Interrupted {
    int wanted = Math.min(largest, Math.ceilDiv(segmentLength, UNIT_BYTES));
    try {
      units.acquire(wanted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DepSkyException.Interrupted("interrupted while waiting for memory", e);
    }
    return () -> units.release(wanted);
  }
}
