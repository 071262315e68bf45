package org.scfs.coordination;

/** Which precondition of an operation did not hold. */
public enum ConflictReason {
  /** The node has another version than expected. */
  VERSION,
  /** There is no such node, or no parent to create it under. */
  MISSING,
  /** The node to create exists. */
  EXISTS,
  /** The node to delete has children. */
  NOT_EMPTY,
  /** The lock to check or release is no longer held. */
  LOCK_LOST
}
