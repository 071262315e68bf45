package org.scfs.agent.metadata;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.ports.Id128;

/** The two views of an attempt: what the cache remembers, however old, or what is true now. */
final class Views {

  private final MetadataReader reader;
  private final MetadataCache cache;

  Views(MetadataReader reader, MetadataCache cache) {
    this.reader = reader;
    this.cache = cache;
  }

  /** Whatever the cache has; only what it lacks is read. A compare-and-set finds out the rest. */
  View remembered() {
    return new View() {
      @Override
      public Directory directory(Id128 id) throws VfsException, CoordinationException {
        Optional<Directory> known = cache.directoryOfAnyAge(id);
        return known.isPresent() ? known.get() : readDirectory(id);
      }

      @Override
      public TupleVersion tuple(Id128 id) throws VfsException, CoordinationException {
        Optional<TupleVersion> known = cache.tupleOfAnyAge(id);
        return known.isPresent() ? known.get() : readTuple(id);
      }
    };
  }

  /** The truth, read once for each object that the attempt touches. */
  View current() {
    Map<Id128, Directory> directories = new HashMap<>();
    Map<Id128, TupleVersion> tuples = new HashMap<>();
    return new View() {
      @Override
      public Directory directory(Id128 id) throws VfsException, CoordinationException {
        @Nullable Directory seen = directories.get(id);
        if (seen == null) {
          seen = readDirectory(id);
          directories.put(id, seen);
        }
        return seen;
      }

      @Override
      public TupleVersion tuple(Id128 id) throws VfsException, CoordinationException {
        @Nullable TupleVersion seen = tuples.get(id);
        if (seen == null) {
          seen = readTuple(id);
          tuples.put(id, seen);
        }
        return seen;
      }
    };
  }

  private Directory readDirectory(Id128 id) throws VfsException, CoordinationException {
    Optional<Directory> read = reader.directory(id);
    if (read.isPresent()) {
      return read.get();
    }
    readTuple(id); // ENOENT if there is no such object at all
    throw new VfsException(Errno.ENOTDIR, "object " + id + " is not a directory");
  }

  private TupleVersion readTuple(Id128 id) throws VfsException, CoordinationException {
    return reader
        .tuple(id)
        .orElseThrow(() -> new VfsException(Errno.ENOENT, "object " + id + " does not exist"));
  }
}
