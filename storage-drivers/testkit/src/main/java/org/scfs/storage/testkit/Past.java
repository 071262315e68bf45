package org.scfs.storage.testkit;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;

/**
 * What objects were before they first changed, taken from the store just before each change, so
 * that objects which nobody changes take no memory. Thread-safe.
 */
final class Past {

  private final Map<ObjectKey, Optional<Version>> versions = new ConcurrentHashMap<>();

  /** Keeps what the object is now, an absent one too, unless an earlier state of it is kept. */
  void remember(ObjectStore store, ObjectKey key) throws StorageException {
    if (!versions.containsKey(key)) {
      versions.putIfAbsent(key, read(store, key));
    }
  }

  /** Keeps what the object is now, if there is one and no earlier state of it is kept. */
  void rememberPresent(ObjectStore store, ObjectKey key) throws StorageException {
    if (!versions.containsKey(key)) {
      read(store, key).ifPresent(version -> versions.putIfAbsent(key, Optional.of(version)));
    }
  }

  /** Whether a state of the object is kept, that it was absent included. */
  boolean holds(ObjectKey key) {
    return versions.containsKey(key);
  }

  /** The kept state of the object; empty if it was absent, or none is kept. */
  Optional<Version> version(ObjectKey key) {
    return versions.getOrDefault(key, Optional.empty());
  }

  /** Puts the kept states in place of the current ones. */
  NavigableMap<ObjectKey, ObjectInfo> applyTo(List<ObjectInfo> current) {
    NavigableMap<ObjectKey, ObjectInfo> infos = new TreeMap<>();
    current.forEach(info -> infos.put(info.key(), info));
    versions.forEach(
        (key, version) ->
            version.ifPresentOrElse(
                present -> infos.put(key, present.info()), () -> infos.remove(key)));
    return infos;
  }

  private static Optional<Version> read(ObjectStore store, ObjectKey key) throws StorageException {
    Optional<ObjectInfo> info = store.head(key);
    if (info.isEmpty()) {
      return Optional.empty();
    }
    int length = Math.toIntExact(Math.max(1, info.get().size()));
    return store.get(key, ByteRange.first(length)).map(bytes -> new Version(info.get(), bytes));
  }

  // A class, not a record: nobody compares or prints the bytes.
  static final class Version {
    private final ObjectInfo info;
    private final byte[] bytes;

    Version(ObjectInfo info, byte[] bytes) {
      this.info = info;
      this.bytes = bytes;
    }

    ObjectInfo info() {
      return info;
    }

    byte[] read(ByteRange range) {
      return Ranges.cut(bytes, range);
    }
  }
}
