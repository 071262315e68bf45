package org.scfs.storage;

import java.util.Collection;
import java.util.Optional;

/**
 * One cloud: a flat map from keys to immutable byte strings.
 *
 * <p>Implementations are thread-safe and block the calling thread. An interrupted call ends
 * promptly with {@link StorageException.Interrupted} and leaves the thread's interrupt flag set;
 * whether its effect took place is then unknown. Calls are never retried inside an implementation.
 * A store is not trusted: callers verify every byte that it returns.
 *
 * <p>An error, a time-out, an absent object and an existing object are different answers, and only
 * a normal return of {@link #put} acknowledges that the object is durable.
 */
public interface ObjectStore extends AutoCloseable {

  /** What this store can do. Constant during the life of the store. */
  Capabilities capabilities();

  /**
   * Stores an object durably and atomically: it becomes visible whole or not at all. The payload
   * has at most {@link Capabilities#maxObjectBytes} bytes.
   *
   * @throws StorageException.AlreadyExists if the mode is {@link PutMode#CREATE} and the key
   *     exists; a retry after a lost answer may see this for its own object
   */
  void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException;

  /**
   * Reads a range of an object.
   *
   * @return the bytes from {@code range.offset()} up to the end of the range or of the object,
   *     whichever comes first (none if the object ends before the offset); empty if there is no
   *     such object
   */
  Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException;

  /** Returns size and time of an object, or empty if there is none. */
  Optional<ObjectInfo> head(ObjectKey key) throws StorageException;

  /** Deletes the objects; those that do not exist count as deleted. */
  void delete(Collection<ObjectKey> keys) throws StorageException;

  /** Lists objects in the byte order of their keys. */
  ListPage list(ListRequest request) throws StorageException;

  /**
   * Releases connections. Idempotent; later calls fail with {@link StorageException.Unavailable}.
   */
  @Override
  void close();
}
