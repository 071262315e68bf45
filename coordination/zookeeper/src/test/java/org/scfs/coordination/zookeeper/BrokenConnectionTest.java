package org.scfs.coordination.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.ReadRequest;
import org.scfs.coordination.SessionState;
import org.scfs.coordination.Transaction;
import org.scfs.coordination.zookeeper.BreakableProxy.Break;
import org.scfs.ports.Environment;

/** What only a real connection shows: what is sent, and what happens when it is gone for longer. */
final class BrokenConnectionTest {

  private static final NodePath A = new NodePath("/a");
  private static final NodePath LOCKS = new NodePath("/locks");

  @TempDir static Path directory;
  private static EmbeddedServer server;

  private final ProxiedClients clients;

  BrokenConnectionTest() {
    clients = new ProxiedClients(server.port(), Optional.empty(), Duration.ofSeconds(2));
  }

  @BeforeAll
  static void startServer() throws Exception {
    server = EmbeddedServer.start(directory, 0);
  }

  @AfterAll
  static void stopServer() {
    server.stop();
  }

  @AfterEach
  void closeClients() {
    clients.close();
  }

  private static void create(CoordinationService client, NodePath path)
      throws CoordinationException {
    client.metadata().commit(Transaction.builder().create(path, new byte[0]).build());
  }

  private static void set(CoordinationService client, String data, int version)
      throws CoordinationException {
    byte[] bytes = data.getBytes(StandardCharsets.UTF_8);
    client.metadata().commit(Transaction.builder().set(A, bytes, version).build());
  }

  private static String read(CoordinationService client) throws CoordinationException {
    Node node = client.metadata().read(A, ReadLevel.LINEARIZABLE).orElseThrow();
    return new String(node.data(), StandardCharsets.UTF_8);
  }

  private static Lock acquire(CoordinationService client, Duration wait)
      throws CoordinationException {
    return client.locks().acquire(new LockRequest(LOCKS, "file", "somebody"), wait);
  }

  private static void awaitState(CoordinationService client, SessionState state) {
    await().until(() -> client.session().state() == state);
  }

  @Test
  void everyCallSendsWhatItMustInOneFlight() throws Exception {
    CoordinationService client = clients.connect("one");
    List<Integer> sent = clients.proxy(client).requests();
    create(client, A);
    sent.clear();
    create(client, LOCKS);
    assertThat(sent).containsExactly(OpCode.multi);
    sent.clear();
    Lock lock = acquire(client, Duration.ZERO);
    assertThat(sent).containsExactly(OpCode.create, OpCode.getChildren);
    sent.clear();
    ReadRequest request =
        new ReadRequest(List.of(A, LOCKS), List.of(LOCKS), ReadLevel.LINEARIZABLE);
    client.metadata().read(request);
    assertThat(sent)
        .containsExactly(OpCode.sync, OpCode.getData, OpCode.getData, OpCode.getChildren);
    sent.clear();
    client.metadata().commit(Transaction.builder().check(A, 0).releaseLock(lock).build());
    client.metadata().read(A, ReadLevel.SEQUENTIAL);
    assertThat(sent).containsExactly(OpCode.multi, OpCode.getData);
  }

  @Test
  void callsFailInTimeAndSayWhyUntilTheServiceIsBack() throws Exception {
    CoordinationService client = clients.connect("one");
    BreakableProxy proxy = clients.proxy(client);
    create(client, A);
    create(client, LOCKS);
    Lock lock = acquire(client, Duration.ZERO);
    proxy.setDown(true);
    awaitState(client, SessionState.SUSPENDED);
    assertThat(client.session().explanation()).contains(proxy.connect());
    assertThatThrownBy(() -> read(client))
        .isInstanceOf(CoordinationException.Unavailable.class)
        .hasMessageContaining(proxy.connect())
        .hasMessageContaining("check that it runs");
    assertThatThrownBy(() -> set(client, "x", 0))
        .isInstanceOf(CoordinationException.Unavailable.class);
    proxy.setDown(false);
    awaitState(client, SessionState.CONNECTED);
    assertThat(lock.appearsHeld()).isTrue();
    client.metadata().commit(Transaction.builder().checkLock(lock).check(A, 0).build());
  }

  @Test
  void theOutcomeIsUnknownOnlyWhileNobodyCanBeAsked() throws Exception {
    CoordinationService client = clients.connect("one");
    BreakableProxy proxy = clients.proxy(client);
    create(client, A);
    proxy.breakAtNextCommit(Break.AFTER_COMMIT, true);
    assertThatThrownBy(() -> set(client, "landed", 0))
        .isInstanceOf(CoordinationException.OutcomeUnknown.class);
    proxy.setDown(false);
    awaitState(client, SessionState.CONNECTED);
    assertThat(read(client)).isEqualTo("landed");
    set(client, "next", 1);
    proxy.breakAtNextCommit(Break.BEFORE_COMMIT, true);
    assertThatThrownBy(() -> set(client, "lost", 2))
        .isInstanceOf(CoordinationException.OutcomeUnknown.class);
    proxy.setDown(false);
    awaitState(client, SessionState.CONNECTED);
    assertThat(read(client)).isEqualTo("next");
    set(client, "again", 2);
  }

  @Test
  void aCommitThatLandedBeforeItsSessionEndedIsKnownToHaveLanded() throws Exception {
    try (ProxiedClients patient =
        new ProxiedClients(server.port(), Optional.empty(), Duration.ofSeconds(10))) {
      CoordinationService client = patient.connect("one");
      assertLandedWithoutItsLock(client, patient.proxy(client));
    }
  }

  private static void assertLandedWithoutItsLock(CoordinationService client, BreakableProxy proxy)
      throws Exception {
    create(client, A);
    create(client, LOCKS);
    proxy.breakAtNextCommit(Break.AFTER_COMMIT, true);
    FutureTask<List<Lock>> commit =
        background(
            () ->
                client
                    .metadata()
                    .commit(
                        Transaction.builder()
                            .set(A, new byte[] {'x'}, 0)
                            .acquireNewLock(new LockRequest(LOCKS, "new", "one"))
                            .build()));
    awaitState(client, SessionState.SUSPENDED);
    proxy.killSession();
    List<Lock> locks = commit.get(10, TimeUnit.SECONDS);
    assertThat(locks).hasSize(1).noneMatch(Lock::appearsHeld);
    assertThat(read(client)).isEqualTo("x");
    Transaction fenced = Transaction.builder().checkLock(locks.getFirst()).build();
    assertThatThrownBy(() -> client.metadata().commit(fenced))
        .isInstanceOf(CoordinationException.Conflict.class);
  }

  @Test
  void theSessionIsLostUntilTheNextOneIsConnected() throws Exception {
    CountDownLatch mayBegin = new CountDownLatch(1);
    Environment ports = ProxiedClients.PORTS;
    Environment held =
        new Environment(
            ports.time(),
            ports.randomness(),
            ports.ids(),
            (name, work) ->
                ports
                    .tasks()
                    .start(
                        name,
                        () -> {
                          if (name.equals("zookeeper-session")) {
                            awaitQuietly(mayBegin);
                          }
                          work.run();
                        }));
    CoordinationService client = clients.connect("one", held);
    clients.proxy(client).killSession();
    awaitState(client, SessionState.LOST);
    assertThat(client.session().explanation()).contains("locks are gone");
    mayBegin.countDown();
    awaitState(client, SessionState.CONNECTED);
    create(client, A);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aReleaseWithoutAConnectionTakesEffectWhenItIsBack() throws Exception {
    CoordinationService ann = clients.connect("ann");
    CoordinationService bob = clients.connect("bob");
    create(ann, LOCKS);
    Lock lock = acquire(ann, Duration.ZERO);
    clients.proxy(ann).setDown(true);
    awaitState(ann, SessionState.SUSPENDED);
    ann.locks().release(lock);
    assertThatThrownBy(() -> acquire(bob, Duration.ZERO))
        .isInstanceOf(CoordinationException.LockBusy.class);
    clients.proxy(ann).setDown(false);
    assertThat(acquire(bob, Duration.ofSeconds(10)).appearsHeld()).isTrue();
  }

  @Test
  void aWaiterKeepsItsPlaceWhileItsConnectionIsAway() throws Exception {
    CoordinationService ann = clients.connect("ann");
    CoordinationService bob = clients.connect("bob");
    create(ann, LOCKS);
    Lock held = acquire(ann, Duration.ZERO);
    FutureTask<Lock> waiter = background(() -> acquire(bob, Duration.ofSeconds(10)));
    ReadRequest line = new ReadRequest(List.of(), List.of(LOCKS), ReadLevel.LINEARIZABLE);
    await().until(() -> ann.metadata().read(line).listings().getFirst().orElseThrow().size() == 2);
    clients.proxy(bob).setDown(true);
    awaitState(bob, SessionState.SUSPENDED);
    ann.locks().release(held);
    clients.proxy(bob).setDown(false);
    assertThat(waiter.get(10, TimeUnit.SECONDS).appearsHeld()).isTrue();
  }

  @Test
  void twoAgentsOfOneNameNeverMistakeEachOthersCommits() throws Exception {
    CoordinationService first = clients.connect("one");
    CoordinationService second = clients.connect("one");
    create(first, A);
    set(first, "first", 0);
    assertThatThrownBy(() -> set(second, "second", 1))
        .isInstanceOf(CoordinationException.Unavailable.class)
        .hasMessageContaining("same name");
    assertThat(read(second)).isEqualTo("first");
    set(second, "second", 1);
    assertThat(read(first)).isEqualTo("second");
  }

  @Test
  void aClientGoesOnWhereTheServerMovedTo() throws Exception {
    try (BreakableProxy before = new BreakableProxy(server.port());
        BreakableProxy after = new BreakableProxy(server.port())) {
      List<Consumer<String>> moves = new ArrayList<>();
      ZooKeeperService client =
          ZooKeeperService.connect(
              clients.options(before.connect(), "one"),
              ProxiedClients.PORTS,
              moveTo -> {
                moves.add(moveTo);
                return () -> {};
              });
      try {
        create(client, A);
        before.setDown(true);
        moves.getFirst().accept(after.connect());
        await().until(() -> client.session().explanation().contains(after.connect()));
        assertThat(read(client)).isEmpty();
      } finally {
        client.close();
      }
    }
  }

  private static <T> FutureTask<T> background(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    ProxiedClients.PORTS.tasks().start("test", task);
    return task;
  }
}
