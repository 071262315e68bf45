package org.scfs.coordination.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.CoordinationSettings;
import org.scfs.coordination.Lock;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.SessionState;
import org.scfs.coordination.Transaction;

/** One server for several processes, whichever of them go away. */
final class TakeOverTest {

  private static final NodePath LOCKS = new NodePath("/locks");
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path directory;

  private EmbeddedHost openHost() throws Exception {
    return EmbeddedHost.open(directory, ProxiedClients.PORTS, LIMIT);
  }

  private static CoordinationService connect(EmbeddedHost host, String agent) throws Exception {
    String endpoint = host.endpoint();
    ClientOptions options =
        new ClientOptions(
            endpoint,
            new Layout(new NodePath("/scfs"), agent),
            LIMIT,
            new HandleOptions(Duration.ofSeconds(10), Optional.of(host.secret())),
            true);
    return ZooKeeperService.connect(
        options, ProxiedClients.PORTS, moveTo -> host.follow(endpoint, moveTo));
  }

  private static Lock lock(CoordinationService client) throws Exception {
    client.metadata().commit(Transaction.builder().create(LOCKS, new byte[0]).build());
    return client.locks().acquire(new LockRequest(LOCKS, "file", "survivor"), Duration.ZERO);
  }

  private static void assertGoesOn(CoordinationService client, Lock lock) throws Exception {
    // Reads wait for the new server; a commit that met the change would say so and be repeated.
    assertThat(client.metadata().read(LOCKS, ReadLevel.LINEARIZABLE)).isPresent();
    client
        .metadata()
        .commit(Transaction.builder().checkLock(lock).set(LOCKS, new byte[] {1}, 0).build());
    assertThat(lock.appearsHeld()).isTrue();
  }

  @Test
  void anotherHostTakesOverWhenTheOwnerCloses() throws Exception {
    EmbeddedHost owner = openHost();
    EmbeddedHost other = openHost();
    try (CoordinationService client = connect(other, "survivor")) {
      assertThat(owner.owner()).isTrue();
      assertThat(other.owner()).isFalse();
      String endpoint = other.endpoint();
      Lock lock = lock(client);
      owner.close();
      await().atMost(LIMIT).until(other::owner);
      assertThat(other.endpoint()).isEqualTo(endpoint);
      assertGoesOn(client, lock);
    } finally {
      other.close();
    }
  }

  @Test
  void aKilledOwnerIsSucceeded() throws Exception {
    Process child = startChild();
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(output.readLine()).isEqualTo(Child.READY);
      EmbeddedHost host = openHost();
      try (CoordinationService client = connect(host, "survivor")) {
        assertThat(host.owner()).isFalse();
        Lock lock = lock(client);
        child.destroyForcibly().waitFor();
        await().atMost(LIMIT).until(() -> client.session().state() != SessionState.CONNECTED);
        assertGoesOn(client, lock);
        assertThat(host.owner()).isTrue();
      } finally {
        host.close();
      }
    } finally {
      child.destroyForcibly();
    }
  }

  private Process startChild() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void aPortThatSomebodyElseTookIsGivenUp() throws Exception {
    EmbeddedHost first = openHost();
    String endpoint = first.endpoint();
    first.close();
    int port = Integer.parseInt(endpoint.substring(endpoint.indexOf(':') + 1));
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      EmbeddedHost second = openHost();
      try (CoordinationService client = connect(second, "one")) {
        assertThat(taken.isBound()).isTrue();
        assertThat(second.endpoint()).isNotEqualTo(endpoint);
        assertThat(client.session().state()).isEqualTo(SessionState.CONNECTED);
      } finally {
        second.close();
      }
    }
  }

  @Test
  void oldSnapshotsAndLogsAreDeleted() throws Exception {
    for (int i = 0; i < 6; i++) {
      EmbeddedHost host = openHost();
      try (CoordinationService client = connect(host, "one")) {
        client
            .metadata()
            .commit(Transaction.builder().create(new NodePath("/n" + i), new byte[] {1}).build());
      } finally {
        host.close();
      }
    }
    try (var files = Files.list(directory.resolve("data/version-2"))) {
      // Three when the last server started, and the one of its start.
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("snapshot")))
          .hasSizeLessThanOrEqualTo(4);
    }
    EmbeddedHost host = openHost();
    try (CoordinationService client = connect(host, "one")) {
      for (int i = 0; i < 6; i++) {
        assertThat(client.metadata().read(new NodePath("/n" + i), ReadLevel.LINEARIZABLE))
            .isPresent();
      }
    } finally {
      host.close();
    }
  }

  /** An agent in a process of its own, to be killed. */
  static final class Child {

    static final String READY = "ready";

    private Child() {}

    /** Connects to the service in the folder, and waits. */
    public static void main(String[] arguments) throws Exception {
      CoordinationSettings settings =
          new CoordinationSettings(
              new NodePath("/scfs"), "child", LIMIT, Map.of("directory", arguments[0]));
      try (CoordinationService client = new EmbeddedProvider().connect(settings)) {
        if (client.session().state() == SessionState.CONNECTED) {
          System.out.println(READY);
        }
        Thread.currentThread().join();
      }
    }
  }
}
