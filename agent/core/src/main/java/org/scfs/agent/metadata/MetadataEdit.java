package org.scfs.agent.metadata;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Operation;
import org.scfs.coordination.Transaction;
import org.scfs.coordination.tuple.DirectoryBucket;
import org.scfs.coordination.tuple.DirectoryEntry;
import org.scfs.coordination.tuple.DirectoryTimes;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Id128;

/**
 * Collects what one operation changes, builds the transaction, and tells the cache once it took
 * effect. For one attempt of one thread.
 */
final class MetadataEdit {

  private final Layout layout;
  private final View view;
  private final Instant now;
  private final Transaction.Builder transaction = Transaction.builder();
  private final Map<Id128, Map<Integer, Bucket>> editedBuckets = new LinkedHashMap<>();
  private final List<TupleVersion> committed = new ArrayList<>();
  private final List<Id128> removed = new ArrayList<>();

  MetadataEdit(Layout layout, View view, Instant now) {
    this.layout = layout;
    this.view = view;
    this.now = now;
  }

  /** Whether nothing is to change. */
  boolean isEmpty() {
    return transaction.isEmpty() && editedBuckets.isEmpty();
  }

  View view() {
    return view;
  }

  Instant now() {
    return now;
  }

  Transaction.Builder transaction() {
    return transaction;
  }

  void putEntry(Id128 directory, String name, DirectoryEntry entry)
      throws VfsException, CoordinationException {
    Bucket home = home(directory, name);
    edited(directory).put(home.number(), withContent(home, home.with(name, entry)));
  }

  void removeEntry(Id128 directory, String name) throws VfsException, CoordinationException {
    Bucket home = home(directory, name);
    edited(directory).put(home.number(), withContent(home, home.without(name)));
  }

  private Bucket home(Id128 directory, String name) throws VfsException, CoordinationException {
    Bucket home = view.directory(directory).home(name);
    return edited(directory).getOrDefault(home.number(), home);
  }

  private Map<Integer, Bucket> edited(Id128 directory) {
    return editedBuckets.computeIfAbsent(directory, id -> new TreeMap<>());
  }

  private static Bucket withContent(Bucket bucket, DirectoryBucket content) {
    return new Bucket(bucket.number(), content, bucket.version());
  }

  static DirectoryEntry entry(Id128 id, ObjectType type) {
    return DirectoryEntry.newBuilder()
        .setId(ByteString.copyFrom(id.toBytes()))
        .setType(type)
        .build();
  }

  /** A new object; a directory gets its times and its first bucket too. */
  TupleVersion create(Id128 id, Tuple tuple) {
    transaction.create(layout.tuple(id), tuple.toByteArray());
    Optional<Instant> listed = Optional.empty();
    if (tuple.getType() == ObjectType.DIRECTORY) {
      transaction.create(layout.times(id), times().toByteArray());
      transaction.create(layout.bucket(id, 0), DirectoryBucket.getDefaultInstance().toByteArray());
      listed = Optional.of(now);
    }
    return remember(new TupleVersion(id, tuple, 0, listed));
  }

  /** A changed object. */
  TupleVersion set(TupleVersion old, Tuple tuple) {
    transaction.set(layout.tuple(old.id()), tuple.toByteArray(), old.version());
    return remember(new TupleVersion(old.id(), tuple, old.version() + 1, old.listed()));
  }

  /** A directory's time of last change, set by its owner rather than by an entry. */
  TupleVersion setListed(TupleVersion directory, Instant modified) {
    DirectoryTimes times =
        DirectoryTimes.newBuilder().setModified(Times.toTimestamp(modified)).build();
    transaction.set(layout.times(directory.id()), times.toByteArray(), Operation.ANY_VERSION);
    committed.remove(directory);
    return remember(
        new TupleVersion(
            directory.id(), directory.tuple(), directory.version(), Optional.of(modified)));
  }

  private TupleVersion remember(TupleVersion tuple) {
    committed.add(tuple);
    return tuple;
  }

  /** One name less: the object goes with its last one. */
  void unlink(TupleVersion object) {
    if (object.tuple().getLinks() > 1) {
      set(
          object,
          object.tuple().toBuilder()
              .setLinks(object.tuple().getLinks() - 1)
              .setChanged(Times.toTimestamp(now))
              .build());
    } else {
      transaction.delete(layout.tuple(object.id()), object.version());
      removed.add(object.id());
    }
  }

  /** Removes a directory that is seen to be empty, and only if it still is. */
  void removeDirectory(TupleVersion object, Directory directory) {
    for (Bucket bucket : directory.buckets()) {
      transaction.delete(layout.bucket(directory.id(), bucket.number()), bucket.version());
    }
    transaction.delete(layout.times(directory.id()), Operation.ANY_VERSION);
    transaction.delete(layout.tuple(object.id()), object.version());
    removed.add(object.id());
  }

  /** Requires that an object's tuple is still as it was seen. */
  void check(TupleVersion object) {
    transaction.check(layout.tuple(object.id()), object.version());
  }

  private DirectoryTimes times() {
    return DirectoryTimes.newBuilder().setModified(Times.toTimestamp(now)).build();
  }

  /** The transaction; nothing may be added after. */
  Transaction build() {
    editedBuckets.forEach(
        (directory, buckets) -> {
          buckets.values().forEach(bucket -> addBucket(directory, bucket));
          transaction.set(layout.times(directory), times().toByteArray(), Operation.ANY_VERSION);
        });
    return transaction.build();
  }

  private void addBucket(Id128 directory, Bucket bucket) {
    if (bucket.isFull()) {
      transaction.set(
          layout.bucket(directory, bucket.number()),
          bucket.half(false).toByteArray(),
          bucket.version());
      transaction.create(
          layout.bucket(directory, bucket.siblingNumber()), bucket.half(true).toByteArray());
    } else {
      transaction.set(
          layout.bucket(directory, bucket.number()),
          bucket.content().toByteArray(),
          bucket.version());
    }
  }

  /** Puts what took effect into the cache, as of the time when the commit began. */
  void tell(MetadataCache cache, long committedAt) throws VfsException, CoordinationException {
    for (Map.Entry<Id128, Map<Integer, Bucket>> edit : editedBuckets.entrySet()) {
      Directory directory = view.directory(edit.getKey());
      for (Bucket bucket : edit.getValue().values()) {
        directory =
            bucket.isFull()
                ? directory.withSplit(bucket, bucket.half(false), bucket.half(true))
                : directory.with(
                    new Bucket(bucket.number(), bucket.content(), bucket.version() + 1));
      }
      if (directory.buckets().size() == 1) {
        cache.put(directory, committedAt);
      } else {
        cache.putKeepingAge(directory);
      }
      cache.touchDirectory(edit.getKey(), now);
    }
    committed.forEach(tuple -> cache.put(tuple, committedAt));
    removed.forEach(cache::remove);
  }
}
