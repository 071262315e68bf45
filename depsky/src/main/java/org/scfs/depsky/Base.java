package org.scfs.depsky;

import java.util.BitSet;

/**
 * The version that new contents derive from. Segments that did not change are shared with it and
 * not uploaded again.
 *
 * @param version a version of the same data unit, opened by the same store
 * @param changedSegments indexes of the segments in which any byte may differ; a segment whose
 *     length changes, or that is now or was the last one, need not be among them
 */
public record Base(StoredVersion version, BitSet changedSegments) {

  /** Copies the set. */
  public Base {
    changedSegments = (BitSet) changedSegments.clone();
  }

  @Override
  public BitSet changedSegments() {
    return (BitSet) changedSegments.clone();
  }
}
