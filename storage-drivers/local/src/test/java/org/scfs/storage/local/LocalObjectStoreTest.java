package org.scfs.storage.local;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;
import org.scfs.storage.StoreSettings;
import org.scfs.storage.testkit.ObjectStoreContract;

final class LocalObjectStoreTest implements ObjectStoreContract {

  @TempDir private Path folder;

  @Override
  public ObjectStore newStore() throws StorageException {
    return new LocalObjectStoreProvider()
        .open(new StoreSettings("test", Map.of("directory", folder.toString())));
  }
}
