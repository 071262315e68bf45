package org.scfs.coordination.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.Node;
import org.scfs.coordination.Operation;
import org.scfs.coordination.Transaction;

/** One transaction on its way to ZooKeeper, sent once and never again. For one thread. */
final class Commit {

  /** A lock that the transaction acquires: its node's path without the sequence number. */
  private record NewLock(LockRequest request, String prefix) {}

  private final ServiceParts parts;
  private final Transaction transaction;
  private final CommitMarkers.Slot slot;
  private final Deadline deadline;
  private final byte[] id;
  private final List<NewLock> newLocks = new ArrayList<>();

  Commit(ServiceParts parts, Transaction transaction, CommitMarkers.Slot slot, Deadline deadline) {
    this.parts = parts;
    this.transaction = transaction;
    this.slot = slot;
    this.deadline = deadline;
    this.id = parts.environment().ids().next().toBytes();
  }

  /** Sends the transaction and finds out whether it took effect. */
  List<Lock> run() throws CoordinationException, InterruptedException {
    Handle handle = parts.connection().await(deadline);
    List<Op> operations = operations(handle);
    int before = slot.version();
    slot.forget();
    boolean finished = false;
    try {
      Pending<List<OpResult>> pending = parts.pending();
      handle.multi(operations, pending);
      Reply<List<OpResult>> reply = pending.await(deadline);
      List<Lock> locks =
          reply.ok() ? landed(handle, reply.get(), before) : failed(handle, reply, before);
      finished = true;
      return locks;
    } finally {
      if (!finished) {
        newLocks.forEach(lock -> parts.leftovers().removeAttempt(handle, lock.prefix));
      }
    }
  }

  private List<Op> operations(Handle handle) throws CoordinationException {
    List<Op> operations = new ArrayList<>();
    for (Operation operation : transaction.operations()) {
      operations.add(translate(operation, operations.size(), handle));
    }
    // The marker goes last: what fails before it is the caller's business.
    operations.add(
        slot.version() == CommitMarkers.ABSENT
            ? handle.createOp(slot.path(), id, CreateMode.PERSISTENT)
            : Op.setData(slot.path(), id, slot.version()));
    return operations;
  }

  private Op translate(Operation operation, int index, Handle handle) throws CoordinationException {
    Layout layout = parts.layout();
    return switch (operation) {
      case Operation.Check check -> Op.check(layout.full(check.path()), check.version());
      case Operation.Create create ->
          handle.createOp(layout.full(create.path()), create.data(), CreateMode.PERSISTENT);
      case Operation.Set set -> Op.setData(layout.full(set.path()), set.data(), set.version());
      case Operation.Delete delete -> Op.delete(layout.full(delete.path()), delete.version());
      case Operation.CheckLock check -> Op.check(heldPath(check.lock(), index), -1);
      case Operation.ReleaseLock release -> Op.delete(heldPath(release.lock(), index), -1);
      case Operation.AcquireNewLock acquire -> {
        LockRequest request = acquire.request();
        String prefix = layout.lockPrefix(request, parts.environment().ids().next());
        newLocks.add(new NewLock(request, prefix));
        byte[] holder = request.holder().getBytes(StandardCharsets.UTF_8);
        yield handle.createOp(prefix, holder, CreateMode.EPHEMERAL_SEQUENTIAL);
      }
    };
  }

  private String heldPath(Lock lock, int index) throws CoordinationException.Conflict {
    if (!lock.appearsHeld()) {
      throw new CoordinationException.Conflict(
          ConflictReason.LOCK_LOST, index, "the lock is no longer held: " + lock.path());
    }
    return parts.layout().full(lock.path());
  }

  private List<Lock> landed(Handle handle, List<OpResult> results, int before) {
    slot.setKnown(before + 1);
    List<Lock> locks = new ArrayList<>();
    for (int i = 0; i < transaction.operations().size(); i++) {
      if (transaction.operations().get(i) instanceof Operation.AcquireNewLock
          && results.get(i) instanceof OpResult.CreateResult created) {
        locks.add(new ZooKeeperLock(parts.layout().local(created.getPath()), handle));
      }
    }
    markReleased();
    return List.copyOf(locks);
  }

  private List<Lock> failed(Handle handle, Reply<List<OpResult>> reply, int before)
      throws CoordinationException, InterruptedException {
    if (reply.lost()) {
      if (isInPlace(before)) {
        markReleased();
        return recoverLocks(handle);
      }
      newLocks.clear();
      throw new CoordinationException.Unavailable(
          "the connection to ZooKeeper broke; the transaction did not take effect", null);
    }
    if (reply.code() == Code.OPERATIONTIMEOUT) {
      throw unknown("ZooKeeper did not answer in time", null);
    }
    int index = firstError(reply);
    if (index < transaction.operations().size()) {
      slot.setKnown(before);
      newLocks.clear();
      throw Translation.translate(reply.code(), index, transaction.operations().get(index));
    }
    throw new CoordinationException.Unavailable(
        "the marker " + slot.path() + " changed; does another agent use the same name?", null);
  }

  private static int firstError(Reply<List<OpResult>> reply) throws CoordinationException {
    List<OpResult> results = reply.value();
    if (results != null) {
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i) instanceof OpResult.ErrorResult error
            && error.getErr() != Code.OK.intValue()) {
          return i;
        }
      }
    }
    throw Translation.translate(reply.code(), "transaction");
  }

  /**
   * Whether the transaction took effect, now that its answer is lost. Writing its marker once more
   * against the version that it expected makes sure that it does not take effect later.
   */
  private boolean isInPlace(int before) throws CoordinationException, InterruptedException {
    byte[] fence = parts.environment().ids().next().toBytes();
    while (true) {
      Handle handle = reconnected();
      Pending<Integer> written = parts.pending();
      Pending<Node> read = parts.pending();
      if (before == CommitMarkers.ABSENT) {
        handle.create(
            slot.path(),
            fence,
            CreateMode.PERSISTENT,
            r -> written.accept(new Reply<>(r.code(), 0)));
      } else {
        handle.setData(slot.path(), fence, before, written);
      }
      handle.getData(slot.path(), null, read);
      Reply<Integer> fenced = written.await(deadline);
      Reply<Node> marker = read.await(deadline);
      if (fenced.ok()) {
        slot.setKnown(fenced.get());
        return false;
      }
      if (marker.ok() && refuted(fenced.code())) {
        return isOurs(marker.get(), fence);
      }
      if (fenced.code() == Code.OPERATIONTIMEOUT || marker.code() == Code.OPERATIONTIMEOUT) {
        throw unknown("ZooKeeper did not answer in time", null);
      }
      if (!fenced.lost() && !marker.lost()) {
        throw unknown(
            "its marker cannot be read", Translation.translate(marker.code(), slot.path()));
      }
    }
  }

  /** The marker was not at the expected version any more. */
  private static boolean refuted(Code code) {
    return code == Code.BADVERSION || code == Code.NODEEXISTS;
  }

  private boolean isOurs(Node marker, byte[] fence) throws CoordinationException {
    boolean landed = Arrays.equals(marker.data(), id);
    if (!landed && !Arrays.equals(marker.data(), fence)) {
      throw unknown("another agent uses the same name and overwrote the marker", null);
    }
    slot.setKnown(marker.version());
    return landed;
  }

  private Handle reconnected() throws CoordinationException {
    try {
      return parts.connection().await(deadline);
    } catch (CoordinationException.Unavailable | CoordinationException.Denied e) {
      throw unknown(e.getMessage(), e);
    }
  }

  private static CoordinationException.OutcomeUnknown unknown(
      @Nullable String why, @Nullable Throwable cause) {
    return new CoordinationException.OutcomeUnknown(
        "nobody knows whether the transaction took effect: " + why, cause);
  }

  /** The locks of a transaction that took effect, but whose answer named them in vain. */
  private List<Lock> recoverLocks(Handle handle)
      throws CoordinationException, InterruptedException {
    List<Lock> locks = new ArrayList<>();
    for (NewLock lock : newLocks) {
      locks.add(recover(handle, lock));
    }
    return List.copyOf(locks);
  }

  private Lock recover(Handle handle, NewLock lock)
      throws CoordinationException, InterruptedException {
    Layout layout = parts.layout();
    String directory = layout.full(lock.request.directory());
    while (isBack(handle)) {
      Pending<List<String>> listed = parts.pending();
      handle.getChildren(directory, listed);
      Reply<List<String>> children = listed.await(deadline);
      if (children.ok()) {
        for (String child : children.get()) {
          if ((directory + "/" + child).startsWith(lock.prefix)) {
            return new ZooKeeperLock(layout.local(directory + "/" + child), handle);
          }
        }
      }
      if (!children.lost()) {
        break;
      }
    }
    // The transaction took effect, but the lock is gone, or cannot be found in time and is given
    // up.
    parts.leftovers().removeAttempt(handle, lock.prefix);
    ZooKeeperLock lost = new ZooKeeperLock(layout.local(lock.prefix + "lost"), handle);
    lost.markReleased();
    return lost;
  }

  /** Waits for the connection; whether it came back in time with its session. */
  private boolean isBack(Handle handle) throws CoordinationException.Interrupted {
    try {
      return parts.connection().await(deadline) == handle && !deadline.passed();
    } catch (CoordinationException.Interrupted e) {
      throw e;
    } catch (CoordinationException e) {
      return false;
    }
  }

  private void markReleased() {
    for (Operation operation : transaction.operations()) {
      if (operation instanceof Operation.ReleaseLock(ZooKeeperLock lock)) {
        lock.markReleased();
      }
    }
  }
}
