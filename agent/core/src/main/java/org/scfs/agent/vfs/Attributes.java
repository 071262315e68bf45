package org.scfs.agent.vfs;

import java.time.Instant;
import org.scfs.ports.Id128;

/**
 * What {@code stat} shows of an object.
 *
 * @param id its identity
 * @param type its type
 * @param mode permission, set-id and sticky bits (07777)
 * @param owner user and group
 * @param links number of names
 * @param size in bytes
 * @param times access, modification and change
 * @param device number of a device node, else 0
 */
public record Attributes(
    Id128 id,
    FileType type,
    int mode,
    Owner owner,
    int links,
    long size,
    Times times,
    long device) {

  /** User and group. */
  public record Owner(int uid, int gid) {}

  /** Times to the nanosecond. */
  public record Times(Instant accessed, Instant modified, Instant changed) {}

  /** The 64-bit inode number for programs that compare those; never 0 or 1. */
  public long inodeNumber() {
    long folded = id.high() ^ id.low();
    return folded == 0 || folded == 1 ? folded + 2 : folded;
  }
}
