package org.scfs.coordination.zookeeper;

import java.time.Duration;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.LockService;

/**
 * Locks as ZooKeeper's recipe makes them: ephemeral sequential nodes, of which the first has the
 * lock and every other watches the one before it.
 */
final class ZooKeeperLocks implements LockService {

  private final ServiceParts parts;

  ZooKeeperLocks(ServiceParts parts) {
    this.parts = parts;
  }

  @Override
  public Lock acquire(LockRequest request, Duration wait) throws CoordinationException {
    Deadline patience = Deadline.after(parts.environment().time(), wait);
    Deadline deadline = parts.callDeadline();
    Handle handle = parts.connection().await(deadline);
    return new LockAttempt(parts, request, patience, handle).run(deadline);
  }

  @Override
  public void release(Lock lock) {
    if (!(lock instanceof ZooKeeperLock own)) {
      throw new IllegalArgumentException("not a lock of this service: " + lock.path());
    }
    boolean held = own.appearsHeld();
    own.markReleased();
    if (held) {
      parts.leftovers().remove(own.handle(), parts.layout().full(own.path()));
    }
  }
}
