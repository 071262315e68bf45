package org.scfs.depsky;

/** How much a repair restores. Corrupt objects are replaced in any case. */
public enum RepairGoal {
  /** Every object in f + max(k, t) clouds, as a write leaves them. */
  DURABLE,
  /** Every object in every cloud. */
  EVERYWHERE
}
