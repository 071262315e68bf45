package org.scfs.agent.metadata;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.tuple.DirectoryBucket;
import org.scfs.coordination.tuple.DirectoryEntry;
import org.scfs.ports.Id128;

/** All entries of a directory, as they were read or committed. Immutable. */
final class Directory {

  private final Id128 id;
  private final Map<Integer, Bucket> buckets;

  private Directory(Id128 id, Map<Integer, Bucket> buckets) {
    this.id = id;
    this.buckets = Map.copyOf(buckets);
  }

  /**
   * A directory of these buckets; empty if they do not make up a whole one, as when a split fell
   * between the reads of two of them.
   */
  static Optional<Directory> assemble(Id128 id, Map<Integer, Bucket> buckets) {
    double covered =
        buckets.values().stream().mapToDouble(b -> Math.scalb(1.0, -b.content().getDepth())).sum();
    return covered == 1.0 ? Optional.of(new Directory(id, buckets)) : Optional.empty();
  }

  Id128 id() {
    return id;
  }

  Collection<Bucket> buckets() {
    return buckets.values();
  }

  /** The bucket that a name belongs to: follows the splits since there was only bucket 0. */
  Bucket home(String name) {
    int hash = Bucket.hash(name);
    int number = 0;
    while (true) {
      @Nullable Bucket bucket = buckets.get(number);
      if (bucket == null) {
        throw new IllegalStateException("directory " + id + " has no bucket " + number);
      }
      int wanted = Bucket.lowBits(hash, bucket.content().getDepth());
      if (wanted == number) {
        return bucket;
      }
      number |= Integer.lowestOneBit(wanted ^ number);
    }
  }

  Optional<DirectoryEntry> entry(String name) {
    return Optional.ofNullable(home(name).content().getEntriesMap().get(name));
  }

  boolean isEmpty() {
    return buckets.values().stream().allMatch(b -> b.content().getEntriesCount() == 0);
  }

  /** This directory after one of its buckets was set to a new content. */
  Directory with(Bucket bucket) {
    Map<Integer, Bucket> changed = new HashMap<>(buckets);
    changed.put(bucket.number(), bucket);
    return new Directory(id, changed);
  }

  /** This directory after one of its buckets was split. */
  Directory withSplit(Bucket full, DirectoryBucket stays, DirectoryBucket goes) {
    Map<Integer, Bucket> changed = new HashMap<>(buckets);
    changed.put(full.number(), new Bucket(full.number(), stays, full.version() + 1));
    changed.put(full.siblingNumber(), new Bucket(full.siblingNumber(), goes, 0));
    return new Directory(id, changed);
  }

  /** Whether any bucket here is older than the same bucket there. */
  boolean isOlderThan(Directory other) {
    return buckets.values().stream()
        .anyMatch(
            mine -> {
              @Nullable Bucket theirs = other.buckets.get(mine.number());
              return theirs != null && mine.version() < theirs.version();
            });
  }
}
