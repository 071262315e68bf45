package org.scfs.depsky;

import org.scfs.storage.ObjectKey;
import org.scfs.storage.StorageException;

/** Asks a cloud for the size of an object that need not exist: whether it answers at all. */
record ProbeRequest(ObjectKey key) implements Request<Integer> {

  @Override
  public long expectedBytes() {
    return 0;
  }

  @Override
  public CloudMonitor.Proof proof() {
    return CloudMonitor.Proof.ALIVE;
  }

  @Override
  public Reply<Integer> send(CloudClient cloud) throws StorageException {
    var _ = cloud.store().head(key);
    return new Reply<>(cloud.index(), 0);
  }
}
