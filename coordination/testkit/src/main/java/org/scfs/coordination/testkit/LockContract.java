package org.scfs.coordination.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.coordination.testkit.Steps.A;
import static org.scfs.coordination.testkit.Steps.B;
import static org.scfs.coordination.testkit.Steps.LOCKS;
import static org.scfs.coordination.testkit.Steps.LONG;
import static org.scfs.coordination.testkit.Steps.acquire;
import static org.scfs.coordination.testkit.Steps.assertAbsent;
import static org.scfs.coordination.testkit.Steps.assertBusy;
import static org.scfs.coordination.testkit.Steps.assertConflict;
import static org.scfs.coordination.testkit.Steps.awaitQueue;
import static org.scfs.coordination.testkit.Steps.background;
import static org.scfs.coordination.testkit.Steps.bytes;
import static org.scfs.coordination.testkit.Steps.children;
import static org.scfs.coordination.testkit.Steps.createNode;
import static org.scfs.coordination.testkit.Steps.deleteNode;
import static org.scfs.coordination.testkit.Steps.eventually;
import static org.scfs.coordination.testkit.Steps.request;
import static org.scfs.coordination.testkit.Steps.thrown;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.Operation;
import org.scfs.coordination.Transaction;

/** What {@link org.scfs.coordination.LockService} and the operations on locks promise. */
public interface LockContract extends ContractHooks {

  /** Connects with a directory for locks in place. */
  private CoordinationService connectWithLocks(String agent) throws CoordinationException {
    CoordinationService client = connect(agent);
    createNode(client, LOCKS, "");
    return client;
  }

  @Test
  default void aFreeLockIsAcquired() throws Exception {
    CoordinationService client = connectWithLocks("one");
    Lock lock = acquire(client, "file");
    assertThat(lock.appearsHeld()).isTrue();
    assertThat(children(client, LOCKS)).hasSize(1);
    assertThat(lock.path()).isEqualTo(LOCKS.child(children(client, LOCKS).getFirst()));
  }

  @Test
  default void aLockExcludesOthersAndNamesItsHolder() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    ann.locks().acquire(request("file", "Änn on laptop"), Duration.ZERO);
    CoordinationException.LockBusy busy = assertBusy(bob, "file");
    assertThat(busy.holder()).isEqualTo("Änn on laptop");
    assertThat(busy.retryable()).isTrue();
  }

  @Test
  default void theHolderIsNamedToEveryWaiterInLine() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    CoordinationService eve = connect("eve");
    ann.locks().acquire(request("file", "ann"), Duration.ZERO);
    Steps.Background<Lock> waiter =
        background(() -> bob.locks().acquire(request("file", "bob"), LONG));
    awaitQueue(ann, 2);
    assertThat(assertBusy(eve, "file").holder()).isEqualTo("ann");
    waiter.interrupt();
  }

  @Test
  default void aWaiterIsRefusedWhenItsTimeIsOver() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    ann.locks().acquire(request("file", "ann"), Duration.ZERO);
    CoordinationException.LockBusy busy =
        thrown(
            CoordinationException.LockBusy.class,
            () -> bob.locks().acquire(request("file", "bob"), Duration.ofMillis(100)));
    assertThat(busy.holder()).isEqualTo("ann");
  }

  @Test
  default void locksOfDifferentNamesAreIndependent() throws Exception {
    CoordinationService client = connectWithLocks("one");
    assertThat(acquire(client, "file").appearsHeld()).isTrue();
    assertThat(acquire(client, "file2").appearsHeld()).isTrue();
    assertThat(acquire(client, "File").appearsHeld()).isTrue();
  }

  @Test
  default void aLockIsNotReentrant() throws Exception {
    CoordinationService client = connectWithLocks("one");
    acquire(client, "file");
    assertThat(assertBusy(client, "file").holder()).isEqualTo("somebody");
  }

  @Test
  default void aLockNeedsItsDirectory() throws Exception {
    CoordinationService client = connect("one");
    CoordinationException.Conflict conflict =
        thrown(CoordinationException.Conflict.class, () -> acquire(client, "file"));
    assertThat(conflict.reason()).isEqualTo(ConflictReason.MISSING);
  }

  @Test
  default void aReleasedLockIsFree() throws Exception {
    CoordinationService client = connectWithLocks("one");
    Lock first = acquire(client, "file");
    client.locks().release(first);
    assertThat(first.appearsHeld()).isFalse();
    Lock second = acquire(client, "file");
    assertThat(second.appearsHeld()).isTrue();
    assertThat(second.path()).isNotEqualTo(first.path());
  }

  @Test
  default void releaseIsIdempotent() throws Exception {
    CoordinationService client = connectWithLocks("one");
    Lock first = acquire(client, "file");
    client.locks().release(first);
    client.locks().release(first);
    Lock second = acquire(client, "file");
    client.locks().release(first);
    assertThat(second.appearsHeld()).isTrue();
    assertBusy(connect("two"), "file");
  }

  @Test
  default void pathsOfLocksAreNotUsedAgainEvenIfTheirDirectoryIs() throws Exception {
    CoordinationService client = connectWithLocks("one");
    Lock first = acquire(client, "file");
    client.locks().release(first);
    deleteNode(client, LOCKS, Operation.ANY_VERSION);
    createNode(client, LOCKS, "");
    assertThat(acquire(client, "file").path()).isNotEqualTo(first.path());
  }

  @Test
  default void aWaiterGetsTheLockWhenItsHolderReleasesIt() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    Lock held = acquire(ann, "file");
    Steps.Background<Lock> waiter =
        background(() -> bob.locks().acquire(request("file", "bob"), LONG));
    awaitQueue(ann, 2);
    ann.locks().release(held);
    assertThat(waiter.result().appearsHeld()).isTrue();
    assertBusy(ann, "file");
  }

  @Test
  default void waitersAreServedInTheOrderOfAsking() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    Lock held = acquire(ann, "file");
    List<Steps.Background<Lock>> waiters = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String name = "waiter " + i;
      waiters.add(background(() -> bob.locks().acquire(request("file", name), LONG)));
      awaitQueue(ann, i + 2);
    }
    ann.locks().release(held);
    for (int i = 0; i < 4; i++) {
      Lock next = waiters.get(i).result();
      assertThat(assertBusy(ann, "file").holder()).isEqualTo("waiter " + i);
      bob.locks().release(next);
    }
    eventually(() -> assertThat(children(ann, LOCKS)).isEmpty());
  }

  @Test
  default void aWaiterThatGivesUpLeavesNothingBehind() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    CoordinationService eve = connect("eve");
    Lock held = acquire(ann, "file");
    assertBusy(bob, "file");
    Steps.Background<Lock> interrupted =
        background(() -> bob.locks().acquire(request("file", "bob"), LONG));
    awaitQueue(ann, 2);
    Steps.Background<Lock> patient =
        background(() -> eve.locks().acquire(request("file", "eve"), LONG));
    awaitQueue(ann, 3);

    interrupted.interrupt();

    assertThat(thrown(ExecutionException.class, interrupted::result))
        .hasCauseInstanceOf(CoordinationException.Interrupted.class);
    awaitQueue(ann, 2);
    ann.locks().release(held);
    Lock second = patient.result();
    assertThat(children(ann, LOCKS)).hasSize(1);
    eve.locks().release(second);
    assertThat(acquire(eve, "file").appearsHeld()).isTrue();
  }

  @Test
  default void locksEndWithTheirSession() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    Lock held = acquire(ann, "file");
    ann.close();
    assertThat(held.appearsHeld()).isFalse();
    Lock next = bob.locks().acquire(request("file", "bob"), LONG);
    assertThat(next.appearsHeld()).isTrue();
  }

  @Test
  default void aHeldLockPassesItsCheckAndAReleasedOneDoesNot() throws Exception {
    CoordinationService client = connectWithLocks("one");
    Lock lock = acquire(client, "file");
    client.metadata().commit(Transaction.builder().checkLock(lock).create(A, bytes("a")).build());
    client.locks().release(lock);
    assertConflict(
        client,
        Transaction.builder().create(B, bytes("b")).checkLock(lock),
        ConflictReason.LOCK_LOST,
        1);
    assertAbsent(client, B);
  }

  @Test
  default void aCommitThatReleasesItsLockLetsTheNextOneIn() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    CoordinationService bob = connect("bob");
    Lock held = acquire(ann, "file");
    Steps.Background<Lock> waiter =
        background(() -> bob.locks().acquire(request("file", "bob"), LONG));
    awaitQueue(ann, 2);
    List<Lock> acquired =
        ann.metadata()
            .commit(Transaction.builder().create(A, bytes("a")).releaseLock(held).build());
    assertThat(acquired).isEmpty();
    assertThat(held.appearsHeld()).isFalse();
    assertThat(waiter.result().appearsHeld()).isTrue();
    assertConflict(ann, Transaction.builder().releaseLock(held), ConflictReason.LOCK_LOST, 0);
    assertBusy(ann, "file");
  }

  @Test
  default void aTransactionThatFailsReleasesNothing() throws Exception {
    CoordinationService ann = connectWithLocks("ann");
    Lock held = acquire(ann, "file");
    assertConflict(
        ann, Transaction.builder().releaseLock(held).check(A, 0), ConflictReason.MISSING, 1);
    assertThat(held.appearsHeld()).isTrue();
    assertBusy(connect("bob"), "file");
  }

  @Test
  default void aTransactionAcquiresLocksOnWhatItCreates() throws Exception {
    CoordinationService ann = connect("ann");
    List<Lock> locks =
        ann.metadata()
            .commit(
                Transaction.builder()
                    .create(LOCKS, bytes(""))
                    .acquireNewLock(request("file", "ann"))
                    .create(A, bytes(""))
                    .acquireNewLock(new LockRequest(A, "other", "ann too"))
                    .build());
    assertThat(locks).hasSize(2).allMatch(Lock::appearsHeld);
    assertThat(locks.getFirst().path().value()).startsWith(LOCKS.value() + "/");
    assertThat(locks.getLast().path().value()).startsWith(A.value() + "/");
    CoordinationService bob = connect("bob");
    assertThat(assertBusy(bob, "file").holder()).isEqualTo("ann");
    ann.metadata()
        .commit(
            Transaction.builder().releaseLock(locks.getFirst()).checkLock(locks.getLast()).build());
    assertThat(acquire(bob, "file").appearsHeld()).isTrue();
  }

  @Test
  default void aTransactionThatFailsAcquiresNothing() throws Exception {
    CoordinationService client = connectWithLocks("one");
    assertConflict(
        client,
        Transaction.builder().acquireNewLock(request("file", "one")).check(A, 0),
        ConflictReason.MISSING,
        1);
    assertConflict(
        client,
        Transaction.builder().acquireNewLock(new LockRequest(A, "file", "one")),
        ConflictReason.MISSING,
        0);
    assertThat(children(client, LOCKS)).isEmpty();
    assertThat(acquire(client, "file").appearsHeld()).isTrue();
  }
}
