package org.scfs.agent.metadata;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.MetadataStore;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.ReadRequest;
import org.scfs.coordination.ReadResult;
import org.scfs.coordination.tuple.DirectoryBucket;
import org.scfs.coordination.tuple.DirectoryTimes;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;

/**
 * Reads tuples and directories, always as new as the latest commit anywhere, and keeps them in the
 * cache. Thread-safe.
 */
final class MetadataReader {

  /** A directory is read again when a split falls between the reads of its buckets. */
  private static final int TORN_READS = 10;

  private final MetadataStore store;
  private final Layout layout;
  private final MetadataCache cache;
  private final Time time;

  MetadataReader(MetadataStore store, Layout layout, MetadataCache cache, Time time) {
    this.store = store;
    this.layout = layout;
    this.cache = cache;
    this.time = time;
  }

  /** Reads a tuple; empty, and out of the cache, if the object is gone. */
  Optional<TupleVersion> tuple(Id128 id) throws CoordinationException, VfsException {
    return tuples(List.of(id)).getFirst();
  }

  /** Reads several tuples in one round trip. */
  List<Optional<TupleVersion>> tuples(List<Id128> ids) throws CoordinationException, VfsException {
    List<NodePath> paths = new ArrayList<>(2 * ids.size());
    for (Id128 id : ids) {
      paths.add(layout.tuple(id));
      paths.add(layout.times(id));
    }
    long readAt = time.nanos();
    List<Optional<Node>> nodes =
        store.read(ReadRequest.ofNodes(paths, ReadLevel.LINEARIZABLE)).nodes();
    List<Optional<TupleVersion>> tuples = new ArrayList<>(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      tuples.add(keep(ids.get(i), nodes.get(2 * i), nodes.get(2 * i + 1), readAt));
    }
    return tuples;
  }

  private Optional<TupleVersion> keep(
      Id128 id, Optional<Node> tuple, Optional<Node> times, long readAt) throws VfsException {
    if (tuple.isEmpty()) {
      cache.remove(id);
      return Optional.empty();
    }
    TupleVersion read = decode(id, tuple.get(), times);
    cache.put(read, readAt);
    return Optional.of(read);
  }

  /** Reads all entries of a directory: one round trip while it has one bucket, else two. */
  Optional<Directory> directory(Id128 id) throws CoordinationException, VfsException {
    for (int attempt = 0; attempt < TORN_READS; attempt++) {
      long readAt = time.nanos();
      ReadResult first =
          store.read(
              new ReadRequest(
                  List.of(layout.bucket(id, 0)),
                  List.of(layout.tuple(id)),
                  ReadLevel.LINEARIZABLE));
      if (first.nodes().getFirst().isEmpty() || first.listings().getFirst().isEmpty()) {
        cache.remove(id);
        return Optional.empty();
      }
      Map<Integer, Bucket> buckets = new HashMap<>();
      buckets.put(0, decodeBucket(id, 0, first.nodes().getFirst().get()));
      if (buckets.get(0).content().getDepth() > 0) {
        readOtherBuckets(id, first.listings().getFirst().get(), buckets);
      }
      Optional<Directory> directory = Directory.assemble(id, buckets);
      if (directory.isPresent()) {
        cache.put(directory.get(), readAt);
        return directory;
      }
    }
    throw new VfsException(Errno.EIO, "directory " + id + " has buckets that do not fit together");
  }

  private void readOtherBuckets(Id128 id, List<String> children, Map<Integer, Bucket> buckets)
      throws CoordinationException, VfsException {
    List<Integer> numbers =
        children.stream()
            .filter(Layout::isBucket)
            .map(Integer::valueOf)
            .filter(number -> number != 0)
            .toList();
    List<NodePath> paths = numbers.stream().map(number -> layout.bucket(id, number)).toList();
    List<Optional<Node>> nodes =
        store.read(ReadRequest.ofNodes(paths, ReadLevel.LINEARIZABLE)).nodes();
    for (int i = 0; i < numbers.size(); i++) {
      if (nodes.get(i).isPresent()) {
        int number = numbers.get(i);
        buckets.put(number, decodeBucket(id, number, nodes.get(i).get()));
      }
    }
  }

  /**
   * A directory that is up to date for one name.
   *
   * @param tuple of the object with that name, if it was read along
   */
  record NameRead(Directory directory, Optional<TupleVersion> tuple) {}

  /**
   * Reads the bucket that holds a name, as a cached directory tells, and the tuple that the name
   * had there: one round trip for the usual case that nothing moved.
   *
   * @return empty if the directory has to be read as a whole
   */
  Optional<NameRead> refresh(Directory known, String name)
      throws CoordinationException, VfsException {
    Bucket home = known.home(name);
    Optional<Id128> guess = known.entry(name).map(Bucket::id);
    List<NodePath> paths = new ArrayList<>();
    paths.add(layout.bucket(known.id(), home.number()));
    guess.ifPresent(
        id -> {
          paths.add(layout.tuple(id));
          paths.add(layout.times(id));
        });
    long readAt = time.nanos();
    List<Optional<Node>> nodes =
        store.read(ReadRequest.ofNodes(paths, ReadLevel.LINEARIZABLE)).nodes();
    Optional<TupleVersion> tuple =
        guess.isPresent()
            ? keep(guess.get(), nodes.get(1), nodes.get(2), readAt)
            : Optional.empty();
    if (nodes.getFirst().isEmpty()) {
      cache.remove(known.id());
      return Optional.empty();
    }
    Bucket fresh = decodeBucket(known.id(), home.number(), nodes.getFirst().get());
    if (fresh.content().getDepth() != home.content().getDepth()) {
      return Optional.empty();
    }
    return Optional.of(new NameRead(keep(known.with(fresh), readAt), tuple));
  }

  private Directory keep(Directory refreshed, long readAt) {
    if (refreshed.buckets().size() == 1) {
      cache.put(refreshed, readAt);
    } else {
      cache.putKeepingAge(refreshed); // its other buckets are no younger than they were
    }
    return refreshed;
  }

  private static TupleVersion decode(Id128 id, Node node, Optional<Node> times)
      throws VfsException {
    try {
      Tuple tuple = Tuple.parseFrom(node.data());
      return new TupleVersion(
          id,
          tuple,
          node.version(),
          times.isPresent()
              ? Optional.of(
                  Times.toInstant(DirectoryTimes.parseFrom(times.get().data()).getModified()))
              : Optional.empty());
    } catch (InvalidProtocolBufferException | DateTimeException e) {
      throw new VfsException(Errno.EIO, "the metadata of object " + id + " is damaged", e);
    }
  }

  private static Bucket decodeBucket(Id128 id, int number, Node node) throws VfsException {
    try {
      return new Bucket(number, DirectoryBucket.parseFrom(node.data()), node.version());
    } catch (InvalidProtocolBufferException e) {
      throw new VfsException(Errno.EIO, "the entries of directory " + id + " are damaged", e);
    }
  }
}
