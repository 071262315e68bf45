package org.scfs.coordination.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.LockService;
import org.scfs.coordination.NodePath;

/**
 * The locks of a {@link MemoryClient}: sequential nodes that end with the session. Its private
 * methods run with the service's lock held.
 */
final class MemoryLocks implements LockService {

  private final MemoryCoordination service;
  private final MemoryClient client;

  MemoryLocks(MemoryCoordination service, MemoryClient client) {
    this.service = service;
    this.client = client;
  }

  @Override
  public Lock acquire(LockRequest request, Duration wait) throws CoordinationException {
    return client.call(session -> acquire(request, wait, session));
  }

  private Lock acquire(LockRequest request, Duration wait, MemorySession session)
      throws CoordinationException, InterruptedException {
    client.count(0, 0, 1);
    NodePath path = nodeFor(service, request);
    if (service.tree().create(path, holderData(request), session).isPresent()) {
      throw new CoordinationException.Conflict(
          ConflictReason.MISSING, 0, "no directory for the lock: " + request.directory());
    }
    service.tree().keepChanges();
    client.catchUp();
    boolean acquired = false;
    try {
      acquired = isFirst(request, path) || awaitTurn(request, path, wait, session);
    } finally {
      if (!acquired) {
        client.remove(path);
      }
    }
    return new MemoryLock(path, session);
  }

  private boolean awaitTurn(
      LockRequest request, NodePath path, Duration wait, MemorySession session)
      throws CoordinationException, InterruptedException {
    client.count(0, 0, 1);
    service.await(() -> session.ended || (isFirst(request, path) && client.isReachable()), wait);
    if (session.ended || !client.isReachable()) {
      throw new CoordinationException.Unavailable(
          "lost the service while waiting for the lock " + request.name(), null);
    }
    if (isFirst(request, path)) {
      client.count(0, 0, 1);
      return true;
    }
    String holder = holderOf(request);
    throw new CoordinationException.LockBusy(
        holder, "the lock " + request.name() + " is held by " + holder);
  }

  @Override
  public void release(Lock lock) {
    ReentrantLock guard = service.lock();
    guard.lock();
    try {
      ((MemoryLock) lock).markReleased();
      client.remove(lock.path());
    } finally {
      guard.unlock();
    }
  }

  /** The node that the next lock for this request gets. */
  static NodePath nodeFor(MemoryCoordination service, LockRequest request) {
    int sequence = service.tree().nextSequence(request.directory());
    return request
        .directory()
        .child(
            String.format(
                Locale.ROOT,
                "%s-%016x-%010d",
                request.name(),
                service.environment().ids().next().low(),
                sequence));
  }

  static byte[] holderData(LockRequest request) {
    return request.holder().getBytes(StandardCharsets.UTF_8);
  }

  private boolean isFirst(LockRequest request, NodePath path) {
    List<String> queue = service.tree().queue(request.directory(), request.name());
    return !queue.isEmpty() && path.equals(request.directory().child(queue.getFirst()));
  }

  private String holderOf(LockRequest request) {
    List<String> queue = service.tree().queue(request.directory(), request.name());
    return service
        .tree()
        .node(request.directory().child(queue.getFirst()))
        .map(node -> new String(node.data(), StandardCharsets.UTF_8))
        .orElseThrow();
  }
}
