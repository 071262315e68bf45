package org.scfs.storage.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.testkit.ObjectStoreContract;

/** A folder on a file system without hard links keeps the contract, but for create-only. */
final class NoHardLinksTest implements ObjectStoreContract {

  @TempDir private Path folder;

  @Override
  public ObjectStore newStore() {
    return new LocalObjectStore(
        "test",
        folder,
        (_, _) -> {
          throw new IOException("Operation not permitted");
        });
  }

  @Test
  void createIsNotPromisedToBeExclusive() {
    try (ObjectStore store = newStore()) {
      assertThat(store.capabilities().createOnly()).isFalse();
    }
  }
}
