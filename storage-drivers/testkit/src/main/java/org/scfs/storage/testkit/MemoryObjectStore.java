package org.scfs.storage.testkit;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.scfs.ports.Time;
import org.scfs.storage.ByteRange;
import org.scfs.storage.Capabilities;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/** A store in the memory of this process, for tests and the simulator. Thread-safe. */
public final class MemoryObjectStore implements ObjectStore {

  private final Time time;
  private final NavigableMap<ObjectKey, Stored> objects = new ConcurrentSkipListMap<>();
  private volatile boolean closed;

  /** Creates an empty store that dates its objects by the given clock. */
  public MemoryObjectStore(Time time) {
    this.time = time;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(true, Integer.MAX_VALUE - 8);
  }

  @Override
  public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
    checkUsable();
    Stored stored = new Stored(payload.toByteArray(), time.now());
    switch (mode) {
      case REPLACE -> objects.put(key, stored);
      case CREATE -> {
        if (objects.putIfAbsent(key, stored) != null) {
          throw new StorageException.AlreadyExists("object " + key + " exists in memory", null);
        }
      }
    }
  }

  @Override
  public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
    checkUsable();
    return Optional.ofNullable(objects.get(key)).map(stored -> stored.read(range));
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) throws StorageException {
    checkUsable();
    return Optional.ofNullable(objects.get(key)).map(stored -> stored.info(key));
  }

  @Override
  public void delete(Collection<ObjectKey> keys) throws StorageException {
    checkUsable();
    keys.forEach(objects::remove);
  }

  @Override
  public ListPage list(ListRequest request) throws StorageException {
    checkUsable();
    NavigableMap<ObjectKey, ObjectInfo> infos = new TreeMap<>();
    for (Map.Entry<ObjectKey, Stored> entry : objects.entrySet()) {
      infos.put(entry.getKey(), entry.getValue().info(entry.getKey()));
    }
    return Pages.cut(infos, request);
  }

  @Override
  public void close() {
    closed = true;
  }

  private void checkUsable() throws StorageException {
    if (closed) {
      throw new StorageException.Unavailable("the store in memory is closed", null);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new StorageException.Interrupted("interrupted in the store in memory", null);
    }
  }

  // A class, not a record: nobody compares or prints the bytes.
  private static final class Stored {
    private final byte[] bytes;
    private final Instant time;

    Stored(byte[] bytes, Instant time) {
      this.bytes = bytes;
      this.time = time;
    }

    byte[] read(ByteRange range) {
      return Ranges.cut(bytes, range);
    }

    ObjectInfo info(ObjectKey key) {
      return new ObjectInfo(key, bytes.length, time);
    }
  }
}
