package org.scfs.storage.testkit;

import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;

/** What a contract needs to know of a driver. */
interface NewStore {

  /** Opens a store without objects; a test may call it only once, and closes it. */
  ObjectStore newStore() throws StorageException;
}
