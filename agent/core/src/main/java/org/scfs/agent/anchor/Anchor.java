package org.scfs.agent.anchor;

import java.time.Duration;
import org.scfs.agent.metadata.CoordinationErrors;
import org.scfs.agent.metadata.Layout;
import org.scfs.agent.metadata.NameSpace;
import org.scfs.agent.metadata.TupleVersion;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.LockService;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Id128;

/**
 * Write locks and commits. The lock spares writers a conflict; what makes a commit safe is that it
 * requires, in one transaction, the lock's own path and the very version that it began from.
 * Thread-safe.
 */
public final class Anchor {

  private final LockService locks;
  private final NameSpace names;
  private final Layout layout;
  private final LockTerms terms;

  /**
   * How locks are asked for.
   *
   * @param holder who this agent is, in words for the one who is refused
   * @param patience how long to wait for another writer
   */
  public record LockTerms(String holder, Duration patience) {}

  /** The anchor of a volume. */
  public Anchor(LockService locks, NameSpace names, Layout layout, LockTerms terms) {
    this.locks = locks;
    this.names = names;
    this.layout = layout;
    this.terms = terms;
  }

  /** A writer's first step: the lock, and the file as it is under the lock. */
  public record Locked(Lock lock, TupleVersion tuple) {}

  /** Takes the write lock, waiting for another writer; EBUSY names that one. */
  public Locked lock(Id128 id) throws VfsException {
    return lock(id, terms.patience);
  }

  /** Takes the write lock if nobody has it. */
  public Locked lockAtOnce(Id128 id) throws VfsException {
    return lock(id, Duration.ZERO);
  }

  private Locked lock(Id128 id, Duration wait) throws VfsException {
    Lock lock;
    try {
      lock = locks.acquire(request(id), wait);
    } catch (CoordinationException e) {
      throw CoordinationErrors.toVfs(e);
    }
    try {
      return new Locked(lock, names.tuple(id, Freshness.LATEST));
    } catch (VfsException e) {
      locks.release(lock);
      throw e;
    }
  }

  /** The request for the write lock, for a transaction that creates the file. */
  public LockRequest request(Id128 id) {
    return layout.lock(id, terms.holder);
  }

  /** Gives a lock back. */
  public void release(Lock lock) {
    locks.release(lock);
  }

  /**
   * What is to become of a file.
   *
   * @param base the file as it was when the change began
   * @param wanted the file as it is to be
   * @param lock held since then
   * @param release whether the commit gives the lock back
   */
  public record Commit(TupleVersion base, Tuple wanted, Lock lock, boolean release) {}

  /**
   * Makes a change the file's current version. Attributes that somebody else changed meanwhile, and
   * this change does not touch, stay.
   *
   * @throws VfsException ESTALE if the lock was lost, or somebody else's version came first, or the
   *     file is gone: nothing was changed
   */
  public TupleVersion commit(Commit commit) throws VfsException {
    try {
      return names.commit(
          commit.base.id(),
          current -> rebase(commit, current),
          new NameSpace.Fence(commit.lock, commit.release));
    } catch (VfsException e) {
      if (e.errno() == Errno.ENOENT) {
        throw new VfsException(Errno.ESTALE, "somebody removed the file while it was written", e);
      }
      throw e;
    }
  }

  private static Tuple rebase(Commit commit, TupleVersion current) throws VfsException {
    Tuple base = commit.base.tuple();
    Tuple wanted = commit.wanted;
    if (!current.tuple().getData().equals(base.getData())) {
      throw new VfsException(
          Errno.ESTALE,
          "somebody else's version " + current.tuple().getData().getNumber() + " came first");
    }
    if (current.version() == commit.base.version()) {
      return wanted;
    }
    Tuple.Builder merged = current.tuple().toBuilder();
    merged.setSize(wanted.getSize()).setChanged(wanted.getChanged());
    if (wanted.hasData()) {
      merged.setData(wanted.getData());
    }
    if (wanted.getMode() != base.getMode()) {
      merged.setMode(wanted.getMode());
    }
    if (wanted.getUid() != base.getUid()) {
      merged.setUid(wanted.getUid());
    }
    if (wanted.getGid() != base.getGid()) {
      merged.setGid(wanted.getGid());
    }
    if (!wanted.getModified().equals(base.getModified())) {
      merged.setModified(wanted.getModified());
    }
    if (!wanted.getAccessed().equals(base.getAccessed())) {
      merged.setAccessed(wanted.getAccessed());
    }
    return merged.build();
  }
}
