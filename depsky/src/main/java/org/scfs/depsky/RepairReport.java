package org.scfs.depsky;

/**
 * What a repair did.
 *
 * @param before what it found
 * @param after what is there now; repaired objects were read back
 */
public record RepairReport(VersionCheck before, VersionCheck after) {

  /** How many objects it made good. */
  public long repaired() {
    return after.count(BlockState.GOOD) - before.count(BlockState.GOOD);
  }
}
