package org.scfs.coordination.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationProvider;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.CoordinationSettings;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.Transaction;

/** From settings to a connection. */
final class ProvidersTest {

  private static final NodePath A = new NodePath("/a");

  @TempDir Path directory;

  private static CoordinationSettings settings(String agent, Map<String, String> options) {
    return new CoordinationSettings(
        new NodePath("/scfs/volume"), agent, Duration.ofSeconds(10), options);
  }

  private static CoordinationProvider provider(String type) {
    return ServiceLoader.load(CoordinationProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private CoordinationService embedded(String agent) throws CoordinationException {
    return provider("embedded")
        .connect(settings(agent, Map.of("directory", directory.resolve("zk").toString())));
  }

  private static void create(CoordinationService client) throws CoordinationException {
    client.metadata().commit(Transaction.builder().create(A, new byte[] {1}).build());
  }

  private static boolean exists(CoordinationService client) throws CoordinationException {
    return client.metadata().read(A, ReadLevel.LINEARIZABLE).isPresent();
  }

  @Test
  void providersNameTheirOptions() {
    assertThat(provider("zookeeper").options())
        .containsExactlyInAnyOrder("connect", "session-timeout", "secret-file");
    assertThat(provider("embedded").options())
        .containsExactlyInAnyOrder("directory", "session-timeout");
  }

  @Test
  void anEmbeddedServiceKeepsItsDataAndItsPort() throws Exception {
    try (CoordinationService client = embedded("one")) {
      create(client);
    }
    String endpoint = Files.readString(directory.resolve("zk/endpoint"));
    try (CoordinationService client = embedded("one")) {
      assertThat(exists(client)).isTrue();
    }
    assertThat(Files.readString(directory.resolve("zk/endpoint"))).isEqualTo(endpoint);
  }

  @Test
  void anEmbeddedServiceCanBeOpenedTwiceInOneProcess() throws Exception {
    CoordinationService one = embedded("one");
    try (CoordinationService two = embedded("two")) {
      create(one);
      assertThat(exists(two)).isTrue();
      one.close();
      one.close();
      assertThat(exists(two)).isTrue();
    }
  }

  @Test
  void nobodyElseMayEnterAnEmbeddedService() throws Exception {
    try (CoordinationService client = embedded("one")) {
      create(client);
      assertPermissions("zk", "rwx------");
      assertPermissions("zk/data", "rwx------");
      assertPermissions("zk/secret", "rw-------");
      String endpoint = Files.readString(directory.resolve("zk/endpoint")).strip();
      assertThatThrownBy(
              () ->
                  provider("zookeeper").connect(settings("stranger", Map.of("connect", endpoint))))
          .isInstanceOf(CoordinationException.Denied.class);
    }
  }

  private void assertPermissions(String name, String permissions) throws Exception {
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
        .isEqualTo(permissions);
  }

  @Test
  void whoKnowsTheSecretMayEnter() throws Exception {
    try (CoordinationService client = embedded("one")) {
      create(client);
      String endpoint = Files.readString(directory.resolve("zk/endpoint")).strip();
      String secret = directory.resolve("zk/secret").toString();
      Map<String, String> options =
          Map.of("connect", endpoint, "secret-file", secret, "session-timeout", "5000ms");
      try (CoordinationService other = provider("zookeeper").connect(settings("two", options))) {
        assertThat(exists(other)).isTrue();
      }
    }
  }

  @Test
  void aSecretThatOthersMayReadIsRefused() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "open sesame");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
    assertMisconfigured(
        "zookeeper", Map.of("connect", "localhost:1", "secret-file", secret.toString()), "chmod");
    assertMisconfigured(
        "zookeeper",
        Map.of("connect", "localhost:1", "secret-file", directory.resolve("none").toString()),
        "cannot read the secret");
  }

  @Test
  void settingsThatCannotWorkAreRefused() {
    assertMisconfigured("zookeeper", Map.of(), "connect is missing");
    assertMisconfigured("zookeeper", Map.of("connect", "host:port"), "host:port");
    assertMisconfigured("embedded", Map.of(), "directory is missing");
    String zk = directory.resolve("zk").toString();
    for (String time : new String[] {"soon", "-1s", "10m", "1s", "3999", "121s", "999999999s"}) {
      assertMisconfigured(
          "embedded", Map.of("directory", zk, "session-timeout", time), "session-timeout");
    }
    assertThat(directory.resolve("zk")).doesNotExist();
  }

  @Test
  void aServiceThatIsNotThereIsUnavailable() {
    CoordinationSettings settings =
        new CoordinationSettings(
            new NodePath("/scfs"), "one", Duration.ofMillis(300), Map.of("connect", "127.0.0.1:1"));
    assertThatThrownBy(() -> provider("zookeeper").connect(settings))
        .isInstanceOf(CoordinationException.Unavailable.class)
        .hasMessageContaining("127.0.0.1:1");
  }

  private static void assertMisconfigured(
      String type, Map<String, String> options, String message) {
    assertThatThrownBy(() -> provider(type).connect(settings("one", options)))
        .isInstanceOf(CoordinationException.Misconfigured.class)
        .hasMessageContaining(message);
  }
}
