package org.scfs.coordination.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.ReadRequest;
import org.scfs.coordination.Transaction;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;

/** Steps that the tests of the contract share. */
final class Steps {

  static final NodePath A = new NodePath("/a");
  static final NodePath B = new NodePath("/b");
  static final NodePath LOCKS = new NodePath("/locks");
  static final Duration LONG = Duration.ofSeconds(10);

  private static final Environment PORTS = SystemEnvironment.create();

  private Steps() {}

  /** Something that runs on a thread of its own. */
  record Background<T>(FutureTask<T> task, Cancellable thread) {

    /** Its result, or what it threw. */
    T result() throws Exception {
      return task.get(10, TimeUnit.SECONDS);
    }

    /** Interrupts its thread. */
    void interrupt() {
      thread.cancel();
    }
  }

  static <T> Background<T> background(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    return new Background<>(task, PORTS.tasks().start("contract", task));
  }

  static void eventually(ThrowingRunnable assertion) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(assertion);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(Node node) {
    return new String(node.data(), StandardCharsets.UTF_8);
  }

  static void createNode(CoordinationService client, NodePath path, String data)
      throws CoordinationException {
    client.metadata().commit(Transaction.builder().create(path, bytes(data)).build());
  }

  static void setNode(CoordinationService client, NodePath path, String data, int version)
      throws CoordinationException {
    client.metadata().commit(Transaction.builder().set(path, bytes(data), version).build());
  }

  static void deleteNode(CoordinationService client, NodePath path, int version)
      throws CoordinationException {
    client.metadata().commit(Transaction.builder().delete(path, version).build());
  }

  static Optional<Node> read(CoordinationService client, NodePath path)
      throws CoordinationException {
    return client.metadata().read(path, ReadLevel.LINEARIZABLE);
  }

  static void assertHolds(CoordinationService client, NodePath path, String data, int version)
      throws CoordinationException {
    Node node = read(client, path).orElseThrow();
    assertThat(text(node)).isEqualTo(data);
    assertThat(node.version()).isEqualTo(version);
  }

  static void assertAbsent(CoordinationService client, NodePath path) throws CoordinationException {
    assertThat(read(client, path)).isEmpty();
  }

  static List<String> children(CoordinationService client, NodePath path)
      throws CoordinationException {
    ReadRequest request = new ReadRequest(List.of(), List.of(path), ReadLevel.LINEARIZABLE);
    return client.metadata().read(request).listings().getFirst().orElseThrow();
  }

  static void assertConflict(
      CoordinationService client, Transaction.Builder builder, ConflictReason reason, int index) {
    Transaction transaction = builder.build();
    CoordinationException.Conflict conflict =
        thrown(CoordinationException.Conflict.class, () -> client.metadata().commit(transaction));
    assertThat(conflict.reason()).isEqualTo(reason);
    assertThat(conflict.operation()).isEqualTo(index);
    assertThat(conflict.retryable()).isFalse();
  }

  static <T extends Throwable> T thrown(Class<T> type, ThrowingCallable code) {
    T thrown = catchThrowableOfType(type, code);
    assertThat(thrown).as("a thrown " + type.getSimpleName()).isNotNull();
    return thrown;
  }

  static LockRequest request(String name, String holder) {
    return new LockRequest(LOCKS, name, holder);
  }

  static Lock acquire(CoordinationService client, String name) throws CoordinationException {
    return client.locks().acquire(request(name, "somebody"), Duration.ZERO);
  }

  static CoordinationException.LockBusy assertBusy(CoordinationService client, String name) {
    return thrown(CoordinationException.LockBusy.class, () -> acquire(client, name));
  }

  /** Waits until this many locks of any name are held or waited for. */
  static void awaitQueue(CoordinationService client, int length) {
    eventually(() -> assertThat(children(client, LOCKS)).hasSize(length));
  }
}
