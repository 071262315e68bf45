package org.scfs.depsky;

/** A version whose manifest is fetched and verified. Thread-safe; needs no closing. */
public interface StoredVersion {

  /** Bytes of the whole version. */
  long size();

  /** Bytes of every segment but the last. */
  int segmentBytes();

  /** Number of segments, at least 1. */
  int segmentCount();

  /** Bytes of a segment. */
  int segmentLength(int index);

  /**
   * Fetches and decodes a segment.
   *
   * @throws DepSkyException.NotEnoughClouds if fewer than max(k, t) clouds gave a correct block
   * @throws DepSkyException.ContentFailed if the sink failed
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   * @throws DepSkyException.Damaged if the writer stored what does not decode
   */
  void readSegment(int index, SegmentSink sink) throws DepSkyException;
}
