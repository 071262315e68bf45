package org.scfs.agent.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.scfs.agent.app.setup.OwnerOnly;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;

/** The control protocol over real sockets. */
@Timeout(20)
final class ControlTest {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Environment environment = SystemEnvironment.create();
  private final ControlClient client = new ControlClient(environment.time());
  private Path folder;
  private Path socket;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory(Path.of("/tmp"), "scfs"); // a socket's path must be short
    socket = folder.resolve("a.sock");
  }

  @AfterEach
  void removeFolder() throws IOException {
    try (var entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        Files.delete(entry);
      }
    }
    Files.delete(folder);
  }

  private static MountReport report(String mountPoint) {
    return new MountReport(
        "v",
        mountPoint,
        MountReport.Agent.RUNNING,
        42,
        "2026-01-02T03:04:05Z",
        true,
        "/c.toml",
        new MountReport.Coordination("connected", "here"),
        List.of(new MountReport.Cloud("north", "faulty", "gone", 1.25, 3, 2, 1, "")),
        new MountReport.Cache("/cache", 100, 50, 2, 7),
        5,
        List.of(new MountReport.Change("f", 7, "no clouds")),
        List.of("a copy"));
  }

  /** An agent that answers with the same report. */
  private static final class Fake implements ControlServer.Handler {

    private final AtomicInteger unmounts = new AtomicInteger();

    @Override
    public Answer status() {
      return Answer.of(report("/m"));
    }

    @Override
    public Answer unmount() {
      return unmounts.incrementAndGet() == 1
          ? Answer.failed("busy: \"close\" it")
          : Answer.of(report("/m"));
    }
  }

  @Test
  void statusArrivesAsItWasSent() throws Exception {
    try (ControlServer server = ControlServer.open(socket, environment)) {
      server.serve(new Fake());

      assertThat(client.ask(socket, Request.STATUS, LIMIT).orElseThrow())
          .isEqualTo(Answer.of(report("/m")));
    }
  }

  @Test
  void refusalsArriveWithTheirReason() throws Exception {
    try (ControlServer server = ControlServer.open(socket, environment)) {
      server.serve(new Fake());

      assertThat(client.ask(socket, Request.UNMOUNT, LIMIT).orElseThrow().error())
          .isEqualTo("busy: \"close\" it");
      assertThat(client.ask(socket, Request.UNMOUNT, LIMIT).orElseThrow().error()).isNull();
      assertThat(client.ask(socket, "dance", LIMIT).orElseThrow().error()).contains("dance");
      server.drain();
    }
  }

  @Test
  void nobodyAnswersOnceTheServerIsClosed() throws Exception {
    ControlServer server = ControlServer.open(socket, environment);
    server.serve(new Fake());
    server.close();
    server.close();

    assertThat(socket).doesNotExist();
    assertThat(client.ask(socket, Request.STATUS, LIMIT)).isEmpty();
  }

  @Test
  void socketOfADeadAgentIsRemovedAndReplaced() throws Exception {
    leaveADeadSocket();
    assertThat(client.ask(socket, Request.STATUS, LIMIT)).isEmpty();
    assertThat(socket).doesNotExist();

    leaveADeadSocket();
    try (ControlServer server = ControlServer.open(socket, environment)) {
      server.serve(new Fake());
      assertThat(client.ask(socket, Request.STATUS, LIMIT)).isPresent();
    }
  }

  private void leaveADeadSocket() throws IOException {
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(socket));
    }
    assertThat(socket).exists();
  }

  @Test
  void mountPointHasOneAgentOnly() throws Exception {
    try (ControlServer _ = ControlServer.open(socket, environment)) {
      assertThatThrownBy(() -> ControlServer.open(socket, environment))
          .hasMessageContaining("already");
      assertThat(socket).exists();
    }
  }

  @Test
  void silentAgentIsGivenUp() throws Exception {
    try (ControlServer _ = ControlServer.open(socket, environment)) {
      assertThatThrownBy(() -> client.ask(socket, Request.STATUS, Duration.ofMillis(50)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not answer");
    }
  }

  @Test
  void answersOfOtherVersionsAreUnderstood() throws Exception {
    Answer answer =
        Json.parse(
            "{\"mount\": {\"volume\": \"v\", \"agent\": \"dancing\", \"news\": [1],"
                + " \"clouds\": [{\"name\": \"n\"}]}}",
            Answer.class);
    MountReport mount = Optional.ofNullable(answer.mount()).orElseThrow();

    assertThat(mount.agent()).isEqualTo(MountReport.Agent.RUNNING);
    assertThat(mount.mountPoint()).isEmpty();
    assertThat(mount.waitingChanges()).isEmpty();
    assertThat(mount.clouds().getFirst().explanation()).isEmpty();
    assertThatThrownBy(() -> Json.parse("[1", Answer.class)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Json.parse("", Answer.class)).isInstanceOf(IOException.class);
  }

  @Test
  void mountsAreTheAnswersAndWhatOnlyTheKernelKnows() throws Exception {
    OwnerOnly.makeFolder(folder);
    Registry registry = new Registry(List.of(folder));
    try (ControlServer server = ControlServer.open(registry.place(Path.of("/m")), environment)) {
      server.serve(new Fake());
      List<KernelMount> table =
          List.of(
              new KernelMount(Path.of("/m"), "v"),
              new KernelMount(folder.resolve("none"), "dead"),
              new KernelMount(folder, "alive"));

      assertThat(new Mounts(registry, environment).all(table))
          .extracting(MountReport::volume, MountReport::agent)
          .containsExactlyInAnyOrder(
              org.assertj.core.groups.Tuple.tuple("v", MountReport.Agent.RUNNING),
              org.assertj.core.groups.Tuple.tuple("dead", MountReport.Agent.DEAD),
              org.assertj.core.groups.Tuple.tuple("alive", MountReport.Agent.SILENT));
    }
  }
}
