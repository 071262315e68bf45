package org.scfs.storage.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectStore;

final class MemoryObjectStoreTest implements ObjectStoreContract {

  private final StandingTime time = new StandingTime();

  @Override
  public ObjectStore newStore() {
    return new MemoryObjectStore(time);
  }

  @Test
  void objectsAreDatedByTheClock() throws Exception {
    try (ObjectStore store = newStore()) {
      Samples.putNew(store, "dated", "1");
      assertThat(store.head(Samples.key("dated")))
          .contains(new ObjectInfo(Samples.key("dated"), 1, StandingTime.START));
    }
  }
}
