package org.scfs.storage;

import java.util.Set;

/** A driver, found through {@link java.util.ServiceLoader}. Thread-safe; has no state. */
public interface ObjectStoreProvider {

  /** The value of {@code type} in a cloud's configuration, such as {@code local} or {@code s3}. */
  String type();

  /** The configuration keys that this driver understands, besides {@code name} and {@code type}. */
  Set<String> options();

  /**
   * Opens a store.
   *
   * @throws StorageException.Misconfigured if an option is missing or wrong; that the store cannot
   *     be reached right now is no reason to fail
   */
  ObjectStore open(StoreSettings settings) throws StorageException;

  /**
   * Makes what a new volume needs and this cloud's user may make, such as the folder of a local
   * cloud. Called when a volume is created, never when it is mounted: a cloud that has gone must
   * not come back empty. Does nothing if it is there.
   */
  default void prepare(StoreSettings settings) throws StorageException {}
}
