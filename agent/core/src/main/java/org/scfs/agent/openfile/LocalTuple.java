package org.scfs.agent.openfile;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.metadata.Times;
import org.scfs.agent.metadata.TupleChanges;
import org.scfs.agent.metadata.TupleVersion;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.coordination.tuple.DataVersion;
import org.scfs.coordination.tuple.Tuple;

/**
 * The tuple of an open file: as it was opened or last committed, and with this agent's own changes.
 * Changed by one thread at a time, but for {@link #touch}; read by any.
 */
final class LocalTuple {

  private volatile TupleVersion base;

  /** But for the size, and the times of bytes written since. */
  private volatile Tuple wanted;

  private volatile boolean changed;

  /** When bytes were last written, if that is later than what {@link #wanted} says. */
  private volatile @Nullable Instant written;

  LocalTuple(TupleVersion base, Tuple wanted) {
    this.base = base;
    this.wanted = wanted;
  }

  /** The file that the changes derive from. */
  TupleVersion base() {
    return base;
  }

  DataVersion baseData() {
    return base.tuple().getData();
  }

  /** Whether attributes were changed on their own, not by writing bytes. */
  boolean isChanged() {
    return changed;
  }

  /** The tuple to commit, but for the data version. */
  Tuple wanted(long size) {
    Tuple.Builder now = wanted.toBuilder().setSize(size);
    @Nullable Instant touched = written;
    if (touched != null) {
      now.setModified(Times.toTimestamp(touched)).setChanged(Times.toTimestamp(touched));
    }
    return now.build();
  }

  /** Bytes were written. */
  void touch(Instant now) {
    written = now;
  }

  void change(AttributeChange change, Instant now) {
    Tuple before = wanted(wanted.getSize());
    written = null;
    wanted = TupleChanges.apply(before, change, now);
    changed = true;
  }

  /** The last name is gone. */
  void unlink() {
    wanted = wanted.toBuilder().setLinks(0).build();
  }

  /** The file as it is under the lock that was just taken; its contents are those of the base. */
  void rebase(TupleVersion now) {
    base = now;
    if (!changed) {
      wanted = now.tuple();
    }
  }

  /** A commit whose outcome was unknown took effect: the changes derive from it. */
  void recognize(TupleVersion now) {
    base = now;
  }

  /** All changes are committed. */
  void committed(TupleVersion now) {
    base = now;
    wanted = now.tuple();
    written = null;
    changed = false;
  }
}
