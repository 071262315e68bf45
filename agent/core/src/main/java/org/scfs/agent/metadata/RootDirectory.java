package org.scfs.agent.metadata;

import java.time.Instant;
import org.scfs.coordination.Transaction;
import org.scfs.coordination.tuple.DirectoryBucket;
import org.scfs.coordination.tuple.DirectoryTimes;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Timestamp;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Id128;

/** The first directory of a new volume. */
public final class RootDirectory {

  private static final int MODE = 0755;

  private RootDirectory() {}

  /**
   * Its place and time of birth.
   *
   * @param layout of the new volume
   * @param id of the directory
   * @param now when it is made
   */
  public record Birth(Layout layout, Id128 id, Instant now) {}

  /** Adds the creation of an empty root directory, owned by this user and group. */
  public static void create(Transaction.Builder transaction, Birth birth, int uid, int gid) {
    Timestamp now = Times.toTimestamp(birth.now);
    Tuple tuple =
        Tuple.newBuilder()
            .setType(ObjectType.DIRECTORY)
            .setMode(MODE)
            .setUid(uid)
            .setGid(gid)
            .setLinks(1)
            .setAccessed(now)
            .setModified(now)
            .setChanged(now)
            .setCreated(now)
            .build();
    transaction.create(birth.layout.tuple(birth.id), tuple.toByteArray());
    transaction.create(
        birth.layout.times(birth.id),
        DirectoryTimes.newBuilder().setModified(now).build().toByteArray());
    transaction.create(
        birth.layout.bucket(birth.id, 0), DirectoryBucket.getDefaultInstance().toByteArray());
  }
}
