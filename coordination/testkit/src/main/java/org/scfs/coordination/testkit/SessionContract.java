package org.scfs.coordination.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.coordination.testkit.Steps.A;
import static org.scfs.coordination.testkit.Steps.B;
import static org.scfs.coordination.testkit.Steps.LOCKS;
import static org.scfs.coordination.testkit.Steps.LONG;
import static org.scfs.coordination.testkit.Steps.acquire;
import static org.scfs.coordination.testkit.Steps.assertBusy;
import static org.scfs.coordination.testkit.Steps.assertConflict;
import static org.scfs.coordination.testkit.Steps.assertHolds;
import static org.scfs.coordination.testkit.Steps.bytes;
import static org.scfs.coordination.testkit.Steps.children;
import static org.scfs.coordination.testkit.Steps.createNode;
import static org.scfs.coordination.testkit.Steps.eventually;
import static org.scfs.coordination.testkit.Steps.read;
import static org.scfs.coordination.testkit.Steps.request;
import static org.scfs.coordination.testkit.Steps.setNode;
import static org.scfs.coordination.testkit.Steps.thrown;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.Lock;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.SessionState;
import org.scfs.coordination.Transaction;

/** What holds when sessions end, connections break and threads are interrupted. */
public interface SessionContract extends ContractHooks {

  @Test
  default void aNewConnectionIsConnectedAndAClosedOneClosed() throws Exception {
    CoordinationService client = connect("one");
    assertThat(client.session().state()).isEqualTo(SessionState.CONNECTED);
    assertThat(client.session().explanation()).isNotBlank();
    client.close();
    client.close();
    assertThat(client.session().state()).isEqualTo(SessionState.CLOSED);
    assertThat(client.session().explanation()).isNotBlank();
    thrown(CoordinationException.Unavailable.class, () -> read(client, A));
    thrown(CoordinationException.Unavailable.class, () -> createNode(client, A, "a"));
    thrown(CoordinationException.Unavailable.class, () -> acquire(client, "file"));
  }

  @Test
  default void anAgentThatComesBackUnderItsNameGoesOn() throws Exception {
    for (int i = 0; i < 3; i++) {
      CoordinationService client = connect("one");
      createNode(client, new NodePath("/life" + i), "a");
      client.close();
    }
    assertHolds(connect("one"), new NodePath("/life2"), "a", 0);
  }

  @Test
  default void aSessionThatEndedIsFollowedByANewOneWithoutTheLocks() throws Exception {
    CoordinationService ann = connect("ann");
    CoordinationService bob = connect("bob");
    createNode(ann, LOCKS, "");
    Lock lost = acquire(ann, "file");

    expireSession(ann);

    eventually(() -> assertThat(lost.appearsHeld()).isFalse());
    eventually(() -> assertThat(ann.session().state()).isEqualTo(SessionState.CONNECTED));
    Lock bobs = bob.locks().acquire(request("file", "bob"), LONG);
    assertThat(bobs.appearsHeld()).isTrue();
    createNode(ann, A, "goes on");
    assertThat(assertBusy(ann, "file").holder()).isEqualTo("bob");
    bob.locks().release(bobs);
    Lock again = ann.locks().acquire(request("file", "ann"), LONG);
    assertThat(again.appearsHeld()).isTrue();
    assertThat(lost.appearsHeld()).isFalse();
  }

  /** The fence: the name of the lock is held again, by others and by the loser, its path is not. */
  @Test
  default void aLostLockPassesNoCheckWhoeverHoldsItsNameNow() throws Exception {
    CoordinationService ann = connect("ann");
    CoordinationService bob = connect("bob");
    createNode(ann, LOCKS, "");
    createNode(ann, A, "before");
    Lock lost = acquire(ann, "file");
    expireSession(ann);
    Lock bobs = bob.locks().acquire(request("file", "bob"), LONG);
    eventually(() -> assertThat(lost.appearsHeld()).isFalse());

    assertConflict(
        ann,
        Transaction.builder().set(A, bytes("late"), 0).checkLock(lost),
        ConflictReason.LOCK_LOST,
        1);
    assertConflict(ann, Transaction.builder().releaseLock(lost), ConflictReason.LOCK_LOST, 0);
    bob.metadata().commit(Transaction.builder().checkLock(bobs).releaseLock(bobs).build());
    ann.locks().acquire(request("file", "ann"), LONG);
    assertConflict(ann, Transaction.builder().checkLock(lost), ConflictReason.LOCK_LOST, 0);
    assertHolds(bob, A, "before", 0);
  }

  @Test
  default void aCommitWhoseAnswerIsLostIsKnownToHaveLanded() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "before");
    loseNextReply(client);
    setNode(client, A, "after", 0);
    assertHolds(client, A, "after", 1);
    setNode(client, A, "goes on", 1);
    assertHolds(client, A, "goes on", 2);
  }

  @Test
  default void aCommitWhoseRequestIsLostIsKnownNotToHaveLanded() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "before");
    loseNextRequest(client);
    CoordinationException.Unavailable unavailable =
        thrown(CoordinationException.Unavailable.class, () -> setNode(client, A, "lost", 0));
    assertThat(unavailable.retryable()).isTrue();
    assertHolds(client, A, "before", 0);
    setNode(client, A, "again", 0);
    assertHolds(client, A, "again", 1);
  }

  @Test
  default void locksOfACommitWhoseAnswerIsLostAreKnown() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, LOCKS, "");
    Lock old = acquire(client, "old");
    loseNextReply(client);
    List<Lock> locks =
        client
            .metadata()
            .commit(
                Transaction.builder()
                    .acquireNewLock(request("first", "one"))
                    .create(A, bytes(""))
                    .releaseLock(old)
                    .acquireNewLock(request("second", "one"))
                    .build());
    assertThat(locks).hasSize(2).allMatch(Lock::appearsHeld);
    assertThat(old.appearsHeld()).isFalse();
    assertThat(children(client, LOCKS)).hasSize(2);
    client
        .metadata()
        .commit(
            Transaction.builder().releaseLock(locks.getFirst()).checkLock(locks.getLast()).build());
    assertThat(children(client, LOCKS)).hasSize(1);
    assertThat(locks.getLast().path().value()).contains("second");
  }

  @Test
  default void locksOfACommitWhoseRequestIsLostAreNotHeld() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, LOCKS, "");
    Lock old = acquire(client, "old");
    loseNextRequest(client);
    Transaction transaction =
        Transaction.builder().releaseLock(old).acquireNewLock(request("new", "one")).build();
    thrown(CoordinationException.Unavailable.class, () -> client.metadata().commit(transaction));
    assertThat(old.appearsHeld()).isTrue();
    assertThat(client.metadata().commit(transaction)).hasSize(1);
    assertThat(old.appearsHeld()).isFalse();
  }

  @Test
  default void aConnectionThatBreaksForAMomentLosesNoLock() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, LOCKS, "");
    Lock lock = acquire(client, "file");
    loseNextReply(client);
    createNode(client, A, "");
    assertThat(lock.appearsHeld()).isTrue();
    client.metadata().commit(Transaction.builder().checkLock(lock).create(B, bytes("")).build());
    assertBusy(connect("two"), "file");
  }

  @Test
  default void anInterruptedCallEndsWithInterrupted() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, LOCKS, "");
    assertInterrupted(() -> read(client, A));
    assertInterrupted(() -> createNode(client, A, "a"));
    assertInterrupted(() -> client.locks().acquire(request("file", "one"), Duration.ofSeconds(1)));
    createNode(client, B, "the connection goes on");
    eventually(() -> assertThat(children(client, LOCKS)).isEmpty());
  }

  private static void assertInterrupted(ThrowingCallable call) {
    Thread.currentThread().interrupt();
    try {
      assertThat(thrown(CoordinationException.Interrupted.class, call).retryable()).isFalse();
    } finally {
      assertThat(Thread.interrupted()).as("the flag is cleared, as by other calls").isFalse();
    }
  }
}
