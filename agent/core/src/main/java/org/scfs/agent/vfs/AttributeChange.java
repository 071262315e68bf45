package org.scfs.agent.vfs;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Which attributes a call changes; those that are empty stay as they are. */
public record AttributeChange(
    OptionalInt mode,
    OptionalInt uid,
    OptionalInt gid,
    OptionalLong size,
    Optional<Instant> accessed,
    Optional<Instant> modified) {

  private static final AttributeChange NONE =
      new AttributeChange(
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty());

  /** {@code chmod}: the bits of 07777. */
  public static AttributeChange ofMode(int mode) {
    return new AttributeChange(
        OptionalInt.of(mode), NONE.uid, NONE.gid, NONE.size, NONE.accessed, NONE.modified);
  }

  /** {@code chown}. */
  public static AttributeChange ofOwner(OptionalInt uid, OptionalInt gid) {
    return new AttributeChange(NONE.mode, uid, gid, NONE.size, NONE.accessed, NONE.modified);
  }

  /** {@code truncate}, which can also make the file longer. */
  public static AttributeChange ofSize(long size) {
    return new AttributeChange(
        NONE.mode, NONE.uid, NONE.gid, OptionalLong.of(size), NONE.accessed, NONE.modified);
  }

  /** {@code utimensat}. */
  public static AttributeChange ofTimes(Optional<Instant> accessed, Optional<Instant> modified) {
    return new AttributeChange(NONE.mode, NONE.uid, NONE.gid, NONE.size, accessed, modified);
  }
}
