package org.scfs.storage.testkit;

import org.scfs.storage.ObjectStore;

/** Without faults, a {@link FaultyObjectStore} keeps the contract. */
final class FaultlessObjectStoreTest implements ObjectStoreContract {

  @Override
  public ObjectStore newStore() {
    StandingTime time = new StandingTime();
    return new FaultyObjectStore(new MemoryObjectStore(time), time);
  }
}
