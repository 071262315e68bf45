package org.scfs.agent.metadata;

import java.time.Instant;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.coordination.tuple.Tuple;

/** Attribute changes applied to tuples. */
public final class TupleChanges {

  private TupleChanges() {}

  /**
   * The tuple with all changes but the size, which is a matter of the file's contents.
   *
   * @param now becomes the time of change
   */
  public static Tuple apply(Tuple tuple, AttributeChange change, Instant now) {
    Tuple.Builder builder = tuple.toBuilder().setChanged(Times.toTimestamp(now));
    change.mode().ifPresent(mode -> builder.setMode(mode & 07777));
    change.uid().ifPresent(builder::setUid);
    change.gid().ifPresent(builder::setGid);
    change.accessed().ifPresent(time -> builder.setAccessed(Times.toTimestamp(time)));
    change.modified().ifPresent(time -> builder.setModified(Times.toTimestamp(time)));
    return builder.build();
  }
}
