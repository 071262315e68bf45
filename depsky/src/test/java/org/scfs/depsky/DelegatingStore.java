package org.scfs.depsky;

import java.util.Collection;
import java.util.Optional;
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

/** A store on which a test puts an oddity of its own. */
public abstract class DelegatingStore implements ObjectStore {

  private final ObjectStore delegate;

  protected DelegatingStore(ObjectStore delegate) {
    this.delegate = delegate;
  }

  @Override
  public Capabilities capabilities() {
    return delegate.capabilities();
  }

  @Override
  public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
    delegate.put(key, payload, mode);
  }

  @Override
  public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
    return delegate.get(key, range);
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) throws StorageException {
    return delegate.head(key);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) throws StorageException {
    delegate.delete(keys);
  }

  @Override
  public ListPage list(ListRequest request) throws StorageException {
    return delegate.list(request);
  }

  @Override
  public void close() {
    delegate.close();
  }
}
