package org.scfs.coordination.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.coordination.testkit.Steps.A;
import static org.scfs.coordination.testkit.Steps.B;
import static org.scfs.coordination.testkit.Steps.assertAbsent;
import static org.scfs.coordination.testkit.Steps.assertConflict;
import static org.scfs.coordination.testkit.Steps.assertHolds;
import static org.scfs.coordination.testkit.Steps.background;
import static org.scfs.coordination.testkit.Steps.bytes;
import static org.scfs.coordination.testkit.Steps.children;
import static org.scfs.coordination.testkit.Steps.createNode;
import static org.scfs.coordination.testkit.Steps.deleteNode;
import static org.scfs.coordination.testkit.Steps.read;
import static org.scfs.coordination.testkit.Steps.setNode;
import static org.scfs.coordination.testkit.Steps.text;
import static org.scfs.coordination.testkit.Steps.thrown;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.Operation;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.ReadRequest;
import org.scfs.coordination.ReadResult;
import org.scfs.coordination.Transaction;

/** What {@link org.scfs.coordination.MetadataStore} promises. */
public interface MetadataContract extends ContractHooks {

  /** How many threads count together. */
  int COUNTERS = 64;

  @Test
  default void anAbsentNodeIsEmpty() throws Exception {
    CoordinationService client = connect("one");
    for (ReadLevel level : ReadLevel.values()) {
      assertThat(client.metadata().read(A, level)).isEmpty();
    }
  }

  @Test
  default void aCreatedNodeHasItsDataAndVersionZero() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "data");
    assertHolds(client, A, "data", 0);
  }

  @Test
  default void aNodeMayBeEmpty() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "");
    assertHolds(client, A, "", 0);
  }

  @Test
  default void oneCallReadsSeveralNodesAndListingsInItsOrder() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "a");
    createNode(client, B, "b");
    createNode(client, A.child("x"), "x");
    createNode(client, A.child("y"), "y");
    NodePath absent = new NodePath("/absent");
    ReadRequest request =
        new ReadRequest(List.of(B, absent, A), List.of(absent, A, B), ReadLevel.LINEARIZABLE);

    ReadResult result = client.metadata().read(request);

    assertThat(result.nodes()).hasSize(3);
    assertThat(text(result.nodes().get(0).orElseThrow())).isEqualTo("b");
    assertThat(result.nodes().get(1)).isEmpty();
    assertThat(text(result.nodes().get(2).orElseThrow())).isEqualTo("a");
    assertThat(result.listings()).hasSize(3);
    assertThat(result.listings().get(0)).isEmpty();
    assertThat(result.listings().get(1).orElseThrow()).containsExactlyInAnyOrder("x", "y");
    assertThat(result.listings().get(2).orElseThrow()).isEmpty();
  }

  @Test
  default void aRequestForNothingIsAnsweredWithNothing() throws Exception {
    ReadRequest request = new ReadRequest(List.of(), List.of(), ReadLevel.SEQUENTIAL);
    ReadResult result = connect("one").metadata().read(request);
    assertThat(result.nodes()).isEmpty();
    assertThat(result.listings()).isEmpty();
  }

  @Test
  default void aLinearizableReadSeesWhatAnotherClientCommittedBefore() throws Exception {
    CoordinationService writer = connect("writer");
    CoordinationService reader = connect("reader");
    createNode(writer, A, "0");
    for (int i = 0; i < 20; i++) {
      setNode(writer, A, "round " + i, i);
      assertHolds(reader, A, "round " + i, i + 1);
    }
  }

  @Test
  default void aSequentialReadSeesTheClientsOwnCommits() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "own");
    assertThat(client.metadata().read(A, ReadLevel.SEQUENTIAL).map(Steps::text)).contains("own");
  }

  @Test
  default void setReplacesTheDataOfTheExpectedVersion() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "old");
    setNode(client, A, "new", 0);
    assertHolds(client, A, "new", 1);
    assertConflict(
        client, Transaction.builder().set(A, bytes("late"), 0), ConflictReason.VERSION, 0);
    assertHolds(client, A, "new", 1);
  }

  @Test
  default void deleteRemovesTheExpectedVersionOnly() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "data");
    assertConflict(client, Transaction.builder().delete(A, 1), ConflictReason.VERSION, 0);
    deleteNode(client, A, 0);
    assertAbsent(client, A);
  }

  @Test
  default void checkHoldsForTheExpectedVersionOnly() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "data");
    client.metadata().commit(Transaction.builder().check(A, 0).create(B, bytes("b")).build());
    assertConflict(
        client,
        Transaction.builder().check(A, 1).delete(B, Operation.ANY_VERSION),
        ConflictReason.VERSION,
        0);
    assertHolds(client, B, "b", 0);
    assertHolds(client, A, "data", 0);
  }

  @Test
  default void anyVersionStandsForEveryVersionOfANodeThatExists() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "data");
    setNode(client, A, "once", Operation.ANY_VERSION);
    setNode(client, A, "twice", Operation.ANY_VERSION);
    client.metadata().commit(Transaction.builder().check(A, Operation.ANY_VERSION).build());
    assertHolds(client, A, "twice", 2);
    deleteNode(client, A, Operation.ANY_VERSION);
    assertAbsent(client, A);
  }

  @Test
  default void whatIsNotThereIsMissing() throws Exception {
    CoordinationService client = connect("one");
    int any = Operation.ANY_VERSION;
    assertConflict(
        client, Transaction.builder().set(A, bytes("x"), any), ConflictReason.MISSING, 0);
    assertConflict(client, Transaction.builder().delete(A, any), ConflictReason.MISSING, 0);
    assertConflict(client, Transaction.builder().check(A, any), ConflictReason.MISSING, 0);
    assertConflict(client, Transaction.builder().check(A, 0), ConflictReason.MISSING, 0);
  }

  @Test
  default void aNodeIsCreatedOnce() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "first");
    assertConflict(
        client, Transaction.builder().create(A, bytes("second")), ConflictReason.EXISTS, 0);
    assertHolds(client, A, "first", 0);
  }

  @Test
  default void aNodeIsNotCreatedUnderAMissingParent() throws Exception {
    CoordinationService client = connect("one");
    assertConflict(
        client, Transaction.builder().create(A.child("x"), bytes("x")), ConflictReason.MISSING, 0);
  }

  @Test
  default void aNodeWithChildrenIsNotDeleted() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "a");
    createNode(client, A.child("x"), "x");
    assertConflict(client, Transaction.builder().delete(A, 0), ConflictReason.NOT_EMPTY, 0);
    assertHolds(client, A.child("x"), "x", 0);
  }

  @Test
  default void operationsOfATransactionSeeTheEarlierOnes() throws Exception {
    CoordinationService client = connect("one");
    client
        .metadata()
        .commit(
            Transaction.builder()
                .create(A, bytes("a"))
                .create(A.child("x"), bytes("x"))
                .set(A, bytes("again"), 0)
                .check(A, 1)
                .delete(A.child("x"), 0)
                .build());
    assertHolds(client, A, "again", 1);
    assertThat(children(client, A)).isEmpty();
  }

  @Test
  default void aTransactionTakesEffectAsAWholeOrNotAtAll() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "a");
    createNode(client, A.child("x"), "x");
    NodePath c = new NodePath("/c");
    assertConflict(
        client,
        Transaction.builder()
            .create(B, bytes("b"))
            .set(A, bytes("changed"), 0)
            .delete(A.child("x"), 0)
            .create(c, bytes("c"))
            .check(A, 7)
            .delete(A, 99),
        ConflictReason.VERSION,
        4);
    assertAbsent(client, B);
    assertAbsent(client, c);
    assertHolds(client, A, "a", 0);
    assertHolds(client, A.child("x"), "x", 0);
  }

  @Test
  default void aFailedTransactionLeavesTheNextOneAlone() throws Exception {
    CoordinationService client = connect("one");
    for (int i = 0; i < 5; i++) {
      assertConflict(client, Transaction.builder().delete(A, 0), ConflictReason.MISSING, 0);
      createNode(client, new NodePath("/n" + i), "n");
    }
    assertHolds(client, new NodePath("/n4"), "n", 0);
  }

  /** The fact that makes a fixed path no fence: see {@link Node#version}. */
  @Test
  default void theVersionStartsAgainAtZeroWhenANodeIsCreatedAgain() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "first life");
    setNode(client, A, "first life", 0);
    deleteNode(client, A, 1);
    createNode(client, A, "second life");
    setNode(client, A, "second life, set", 0);
    assertHolds(client, A, "second life, set", 1);
  }

  @Test
  default void aNodeHoldsAsMuchAsItMay() throws Exception {
    CoordinationService client = connect("one");
    byte[] most = new byte[Node.MAX_DATA_BYTES];
    client.metadata().commit(Transaction.builder().create(A, most).build());
    assertThat(read(client, A).orElseThrow().data()).hasSize(Node.MAX_DATA_BYTES);
  }

  @Test
  default void aNodeThatIsTooLargeIsNotSent() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "small");
    byte[] large = new byte[Node.MAX_DATA_BYTES + 1];
    assertTooLarge(client, Transaction.builder().create(B, large));
    assertTooLarge(client, Transaction.builder().set(A, large, 0));
    assertAbsent(client, B);
    assertHolds(client, A, "small", 0);
  }

  @Test
  default void aTransactionCarriesAsMuchAsItMayAndNotMore() throws Exception {
    CoordinationService client = connect("one");
    int paths = A.value().length() + B.value().length();
    byte[] half = new byte[Transaction.MAX_BYTES / 2];
    byte[] rest = new byte[Transaction.MAX_BYTES - half.length - paths];
    byte[] more = new byte[rest.length + 1];
    assertTooLarge(client, Transaction.builder().create(A, half).create(B, more));
    assertAbsent(client, A);
    client.metadata().commit(Transaction.builder().create(A, half).create(B, rest).build());
    assertThat(read(client, B).orElseThrow().data()).hasSize(rest.length);
  }

  @Test
  default void manySmallOperationsTravelTogetherOrAreRefused() throws Exception {
    CoordinationService client = connect("one");
    createNode(client, A, "");
    Transaction.Builder thousand = Transaction.builder();
    for (int i = 0; i < 1000; i++) {
      thousand.create(A.child("n" + i), bytes("x"));
    }
    client.metadata().commit(thousand.build());
    assertThat(children(client, A)).hasSize(1000);
    Transaction.Builder tooMany = Transaction.builder();
    for (int i = 0; i < 20_000; i++) {
      tooMany.create(A.child("m" + i), bytes("x"));
    }
    assertTooLarge(client, tooMany);
    assertThat(children(client, A)).hasSize(1000);
  }

  private static void assertTooLarge(CoordinationService client, Transaction.Builder builder) {
    Transaction transaction = builder.build();
    assertThat(
            thrown(
                    CoordinationException.TooLarge.class,
                    () -> client.metadata().commit(transaction))
                .retryable())
        .isFalse();
  }

  @Test
  default void compareAndSetByManyThreadsLosesNoUpdate() throws Exception {
    List<CoordinationService> clients = List.of(connect("one"), connect("two"));
    createNode(clients.getFirst(), A, "0");
    List<Steps.Background<Integer>> threads = new ArrayList<>();
    for (int i = 0; i < COUNTERS; i++) {
      CoordinationService client = clients.get(i % clients.size());
      threads.add(background(() -> increment(client)));
    }
    for (Steps.Background<Integer> thread : threads) {
      thread.result();
    }
    assertHolds(clients.getFirst(), A, "" + COUNTERS, COUNTERS);
  }

  private static int increment(CoordinationService client) throws CoordinationException {
    while (true) {
      Node node = read(client, A).orElseThrow();
      int next = Integer.parseInt(text(node)) + 1;
      try {
        setNode(client, A, "" + next, node.version());
        return next;
      } catch (CoordinationException.Conflict e) {
        assertThat(e.reason()).isEqualTo(ConflictReason.VERSION);
      }
    }
  }
}
