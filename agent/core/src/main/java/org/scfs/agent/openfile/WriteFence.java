package org.scfs.agent.openfile;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.anchor.Anchor;
import org.scfs.agent.metadata.TupleVersion;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.tuple.DataVersion;
import org.scfs.ports.Id128;

/**
 * The write lock of one open file: held, given back, taken again. It is only ever taken for changes
 * to the very version that they derive from. Changed by one thread at a time, read by any.
 */
final class WriteFence {

  private final Anchor anchor;
  private final Id128 id;
  private volatile @Nullable Lock lock;

  WriteFence(Anchor anchor, Id128 id, @Nullable Lock lock) {
    this.anchor = anchor;
    this.id = id;
    this.lock = lock;
  }

  boolean isHeld() {
    return lock != null;
  }

  /** The lock, for a commit. */
  Lock held() {
    @Nullable Lock held = lock;
    if (held == null) {
      throw new IllegalStateException("a commit without the lock");
    }
    return held;
  }

  /** The lock was taken by whoever opened the file. */
  void hold(Lock taken) {
    lock = taken;
  }

  /**
   * Takes the lock, waiting for another writer, if it is not held.
   *
   * @return the file under the lock; empty if the lock was held already
   * @throws VfsException ESTALE if the file has another version than the expected one by now
   */
  Optional<TupleVersion> take(DataVersion expected) throws VfsException {
    if (lock != null) {
      return Optional.empty();
    }
    Anchor.Locked locked = anchor.lock(id);
    if (!locked.tuple().tuple().getData().equals(expected)) {
      anchor.release(locked.lock());
      throw new VfsException(Errno.ESTALE, "somebody else wrote the file since it was opened");
    }
    lock = locked.lock();
    return Optional.of(locked.tuple());
  }

  /**
   * Takes a lock that was lost again, if nobody else has it.
   *
   * @throws VfsException ESTALE if somebody has, or wrote the file since; EBUSY if somebody has and
   *     this process never had it, as after a crash, when that may still be the lock of the dead
   *     one
   */
  void retake(DataVersion expected) throws VfsException {
    @Nullable Lock held = lock;
    if (held != null && held.appearsHeld()) {
      return;
    }
    lock = null;
    Anchor.Locked locked;
    try {
      locked = anchor.lockAtOnce(id);
    } catch (VfsException e) {
      boolean lost = held != null && e.errno() == Errno.EBUSY;
      if (lost || e.errno() == Errno.ENOENT) {
        throw new VfsException(
            Errno.ESTALE, "the write lock was lost, and then: " + e.getMessage(), e);
      }
      throw e;
    }
    lock = locked.lock();
    if (!locked.tuple().tuple().getData().equals(expected)) {
      throw new VfsException(
          Errno.ESTALE, "the write lock was lost, and somebody else wrote the file since");
    }
  }

  /** A commit gave the lock back. */
  void releasedByCommit() {
    lock = null;
  }

  /** Gives the lock back if it is held. */
  void release() {
    @Nullable Lock held = lock;
    if (held != null) {
      anchor.release(held);
      lock = null;
    }
  }
}
