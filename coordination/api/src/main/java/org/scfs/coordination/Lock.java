package org.scfs.coordination;

/** A lock that was acquired. Thread-safe. */
public interface Lock {

  /** The path of the lock's own node, which is never used again for another lock. */
  NodePath path();

  /**
   * Whether the lock was neither released nor seen to be lost. Only a transaction with {@link
   * Operation.CheckLock} knows for sure.
   */
  boolean appearsHeld();
}
