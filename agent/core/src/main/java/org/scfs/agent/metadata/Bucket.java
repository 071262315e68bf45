package org.scfs.agent.metadata;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.scfs.coordination.tuple.DirectoryBucket;
import org.scfs.coordination.tuple.DirectoryEntry;
import org.scfs.ports.Id128;

/**
 * A share of a directory's entries as it was read or committed.
 *
 * @param number which share: the lowest {@code depth} bits of its names' hashes
 * @param content depth and entries
 * @param version of the bucket's node
 */
record Bucket(int number, DirectoryBucket content, int version) {

  /** A bucket of more bytes is split; about 250 entries of common length. */
  private static final int SPLIT_BYTES = 12 * 1024;

  /** Beyond this, names were made to collide, and splitting no longer helps. */
  private static final int MAX_DEPTH = 20;

  /** The hash that decides on a name's bucket. Part of the format. */
  static int hash(String name) {
    CRC32C crc = new CRC32C();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  static int lowBits(int hash, int depth) {
    return hash & ((1 << depth) - 1);
  }

  boolean isFull() {
    return content.getSerializedSize() > SPLIT_BYTES && content.getDepth() < MAX_DEPTH;
  }

  /** The number of the bucket that a split of this one makes. */
  int siblingNumber() {
    return number | 1 << content.getDepth();
  }

  /** What remains here ({@code sibling} false) or goes to the new bucket (true) in a split. */
  DirectoryBucket half(boolean sibling) {
    int depth = content.getDepth();
    int wanted = sibling ? siblingNumber() : number;
    DirectoryBucket.Builder half = content.toBuilder().clearEntries().setDepth(depth + 1);
    content
        .getEntriesMap()
        .forEach(
            (name, entry) -> {
              if (lowBits(hash(name), depth + 1) == wanted) {
                half.putEntries(name, entry);
              }
            });
    return half.build();
  }

  DirectoryBucket with(String name, DirectoryEntry entry) {
    return content.toBuilder().putEntries(name, entry).build();
  }

  DirectoryBucket without(String name) {
    return content.toBuilder().removeEntries(name).build();
  }

  static Id128 id(DirectoryEntry entry) {
    return Id128.fromBytes(entry.getId().toByteArray());
  }
}
