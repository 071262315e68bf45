package org.scfs.coordination.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.MetadataStore;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.Operation;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.ReadRequest;
import org.scfs.coordination.ReadResult;
import org.scfs.coordination.Transaction;

/** The nodes of a {@link MemoryClient}. Its private methods run with the service's lock held. */
final class MemoryMetadata implements MetadataStore {

  /** What ZooKeeper adds to an operation, roughly, and what fits into one of its packets. */
  private static final int OPERATION_OVERHEAD = 200;

  private static final int PACKET_BYTES = 1_000_000;

  private final MemoryCoordination service;
  private final MemoryClient client;

  MemoryMetadata(MemoryCoordination service, MemoryClient client) {
    this.service = service;
    this.client = client;
  }

  @Override
  public ReadResult read(ReadRequest request) throws CoordinationException {
    return client.call(
        session -> {
          client.count(1, 0, 0);
          if (request.level() == ReadLevel.LINEARIZABLE) {
            client.catchUp();
          }
          MemoryTree view = client.view();
          return new ReadResult(
              request.nodes().stream().map(view::node).toList(),
              request.listings().stream().map(view::children).toList());
        });
  }

  @Override
  public List<Lock> commit(Transaction transaction) throws CoordinationException {
    checkSize(transaction);
    return client.call(session -> commit(transaction, session));
  }

  private List<Lock> commit(Transaction transaction, MemorySession session)
      throws CoordinationException, InterruptedException {
    client.count(0, 1, 0);
    MemoryClient.CommitFault fault = client.takeCommitFault();
    if (fault == MemoryClient.CommitFault.LOSE_REQUEST) {
      lookUpOutcome();
      throw new CoordinationException.Unavailable(
          "the connection broke; the transaction did not take effect", null);
    }
    List<Lock> locks = apply(transaction, session);
    if (fault == MemoryClient.CommitFault.LOSE_REPLY) {
      lookUpOutcome();
    }
    client.catchUp();
    markReleased(transaction);
    return locks;
  }

  private void lookUpOutcome() throws CoordinationException, InterruptedException {
    if (!client.awaitReachable()) {
      throw new CoordinationException.OutcomeUnknown(
          "the connection broke during the commit and did not come back in time", null);
    }
    client.count(0, 1, 0);
  }

  private List<Lock> apply(Transaction transaction, MemorySession session)
      throws CoordinationException.Conflict {
    MemoryTree tree = service.tree();
    List<Lock> locks = new ArrayList<>();
    int index = 0;
    for (Operation operation : transaction.operations()) {
      Optional<ConflictReason> conflict = apply(operation, session, locks);
      if (conflict.isPresent()) {
        tree.undoChanges();
        throw new CoordinationException.Conflict(
            conflict.get(), index, "operation " + index + " failed: " + conflict.get());
      }
      index++;
    }
    tree.keepChanges();
    service.signalChange();
    return List.copyOf(locks);
  }

  private Optional<ConflictReason> apply(
      Operation operation, MemorySession session, List<Lock> locks) {
    MemoryTree tree = service.tree();
    return switch (operation) {
      case Operation.Check check -> tree.check(check.path(), check.version());
      case Operation.Create create -> tree.create(create.path(), create.data(), null);
      case Operation.Set set -> tree.set(set.path(), set.data(), set.version());
      case Operation.Delete delete -> tree.delete(delete.path(), delete.version());
      case Operation.CheckLock check ->
          lockConflict(
              check.lock(), tree.check(check.lock().path(), Operation.ANY_VERSION).isEmpty());
      case Operation.ReleaseLock release ->
          lockConflict(
              release.lock(),
              release.lock().appearsHeld()
                  && tree.delete(release.lock().path(), Operation.ANY_VERSION).isEmpty());
      case Operation.AcquireNewLock acquire -> {
        MemoryLock lock = newLock(acquire.request(), session);
        locks.add(lock);
        yield tree.create(lock.path(), MemoryLocks.holderData(acquire.request()), session);
      }
    };
  }

  private static Optional<ConflictReason> lockConflict(Lock lock, boolean held) {
    return held && lock.appearsHeld() ? Optional.empty() : Optional.of(ConflictReason.LOCK_LOST);
  }

  private MemoryLock newLock(LockRequest request, MemorySession session) {
    NodePath path = MemoryLocks.nodeFor(service, request);
    return new MemoryLock(path, session);
  }

  private static void markReleased(Transaction transaction) {
    for (Operation operation : transaction.operations()) {
      if (operation instanceof Operation.ReleaseLock(MemoryLock lock)) {
        lock.markReleased();
      }
    }
  }

  private static void checkSize(Transaction transaction) throws CoordinationException.TooLarge {
    long bytes = 0;
    for (Operation operation : transaction.operations()) {
      bytes +=
          switch (operation) {
            case Operation.Check check -> length(check.path());
            case Operation.Create create -> length(create.path()) + length(create.data());
            case Operation.Set set -> length(set.path()) + length(set.data());
            case Operation.Delete delete -> length(delete.path());
            case Operation.CheckLock check -> length(check.lock().path());
            case Operation.ReleaseLock release -> length(release.lock().path());
            case Operation.AcquireNewLock acquire -> length(acquire.request().directory());
          };
    }
    long packet = bytes + (long) OPERATION_OVERHEAD * transaction.operations().size();
    if (bytes > Transaction.MAX_BYTES || packet > PACKET_BYTES) {
      throw new CoordinationException.TooLarge(
          "a transaction of "
              + transaction.operations().size()
              + " operations and "
              + bytes
              + " bytes");
    }
  }

  private static long length(NodePath path) {
    return path.value().length();
  }

  private static long length(byte[] data) throws CoordinationException.TooLarge {
    if (data.length > Node.MAX_DATA_BYTES) {
      throw new CoordinationException.TooLarge("a node of " + data.length + " bytes");
    }
    return data.length;
  }
}
