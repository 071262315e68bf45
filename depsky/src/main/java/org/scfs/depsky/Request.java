package org.scfs.depsky;

import org.scfs.storage.ObjectKey;
import org.scfs.storage.StorageException;

/** What a {@link QuorumCall} asks of each cloud. Thread-safe. */
interface Request<T> {

  /**
   * The answer of a cloud.
   *
   * @param value what the caller gets
   * @param bytes how many bytes were moved
   */
  record Reply<T>(T value, long bytes) {}

  /** The object that it is about. */
  ObjectKey key();

  /** About how many bytes it moves, 0 if unknown; decides when a cloud counts as slow. */
  long expectedBytes();

  /** What a successful answer proves. */
  CloudMonitor.Proof proof();

  /** Whether this cloud is asked at all. */
  default boolean concerns(CloudClient cloud) {
    return true;
  }

  /**
   * Asks one cloud and verifies its answer. Runs on a thread of its own.
   *
   * @throws BadAnswer if the answer is not what was asked for
   * @throws DepSkyException.Damaged if no cloud can answer rightly: ends the whole call
   */
  Reply<T> send(CloudClient cloud) throws StorageException, BadAnswer, DepSkyException.Damaged;
}
