package org.scfs.coordination;

/** One step of a {@link Transaction}. */
@SuppressWarnings("ArrayRecordComponent") // steps are sent, never compared
public sealed interface Operation {

  /** Stands for any version. */
  int ANY_VERSION = -1;

  /** Requires that a node exists with this version, or at all for {@link #ANY_VERSION}. */
  record Check(NodePath path, int version) implements Operation {}

  /** Creates a node, whose parent must exist. */
  record Create(NodePath path, byte[] data) implements Operation {}

  /** Replaces a node's data if it has this version, or any for {@link #ANY_VERSION}. */
  record Set(NodePath path, byte[] data, int version) implements Operation {}

  /** Deletes a node that has no children, if it has this version, or any. */
  record Delete(NodePath path, int version) implements Operation {}

  /** Requires that the lock is held. The fence: its path is unique, so nobody else's will do. */
  record CheckLock(Lock lock) implements Operation {}

  /** Releases a lock, which must be held. */
  record ReleaseLock(Lock lock) implements Operation {}

  /**
   * Acquires a lock on something that nobody can know yet, because this very transaction creates
   * it.
   */
  record AcquireNewLock(LockRequest request) implements Operation {}
}
