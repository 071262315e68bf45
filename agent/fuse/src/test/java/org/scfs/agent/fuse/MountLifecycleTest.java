package org.scfs.agent.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.frontend.MountHandle;

/** How mounts come, go, and are recovered after their agent died. */
@Timeout(60)
final class MountLifecycleTest {

  @TempDir Path temporary;
  private final List<Process> agents = new ArrayList<>();
  private Path directory;

  @BeforeEach
  void makeDirectory() throws Exception {
    MountedVfs.assumeFuse();
    directory = Files.createDirectory(temporary.resolve("mnt"));
  }

  @AfterEach
  void unmount() {
    agents.forEach(Process::destroyForcibly);
    if (directory != null) {
      MountedVfs.takeAway(directory);
    }
  }

  @Test
  void unmountLeavesAnEmptyDirectoryAndCanBeRepeated() throws Exception {
    try (MountedVfs mount = new MountedVfs(directory)) {
      Files.writeString(mount.path("f"), "x");
      mount.handle.unmount();
      mount.handle.awaitUnmounted();
      mount.handle.unmount();

      assertThat(mount.vfs.openHandles()).isZero();
      assertThat(mount.names()).isEmpty();
      assertThat(new MountTable().on(directory)).isEmpty();
    }
    try (MountedVfs again = new MountedVfs(directory)) {
      Files.writeString(again.path("f"), "y");
      assertThat(again.names()).containsExactly("f");
    }
  }

  @Test
  void busyMountStaysAndTheErrorSaysWhatToDo() throws Exception {
    try (MountedVfs mount = new MountedVfs(directory)) {
      try (FileChannel open =
          FileChannel.open(
              mount.path("f"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        assertThatThrownBy(mount.handle::unmount)
            .isInstanceOf(MountException.class)
            .hasMessageContaining("busy")
            .hasMessageContaining("fuser -vm " + directory);
        assertThat(open.write(ByteBuffer.wrap(new byte[5]))).isEqualTo(5);
      }
      assertThat(Files.size(mount.path("f"))).isEqualTo(5);
      mount.handle.unmount();
    }
  }

  @Test
  void unmountFromOutsideEndsTheWait() throws Exception {
    try (MountedVfs mount = new MountedVfs(directory)) {
      assertThat(new ProcessBuilder("fusermount3", "-u", directory.toString()).start().waitFor())
          .isZero();
      mount.handle.awaitUnmounted();
      assertThat(new MountTable().on(directory)).isEmpty();
    }
  }

  @Test
  void lazyUnmountServesOpenFilesUntilTheyAreClosed() throws Exception {
    try (MountedVfs mount = new MountedVfs(directory)) {
      try (FileChannel open =
          FileChannel.open(
              mount.path("f"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        MountedVfs.takeAway(directory);
        assertThat(open.write(ByteBuffer.wrap(new byte[5]))).isEqualTo(5);
      }
      mount.handle.awaitUnmounted();
      assertThat(mount.vfs.calls).anyMatch(call -> call.startsWith("flush "));
      assertThat(mount.vfs.openHandles()).isZero();
    }
  }

  @Test
  void filesThatACutConnectionLeftOpenAreFlushedAndReleased() throws Exception {
    try (MountedVfs mount = new MountedVfs(directory)) {
      FileChannel open =
          FileChannel.open(
              mount.path("f"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      assertThat(open.write(ByteBuffer.wrap(new byte[5]))).isEqualTo(5);
      mount.vfs.calls.clear();
      assertThat(new ProcessBuilder("umount", "-f", directory.toString()).start().waitFor())
          .isNotNegative();
      mount.handle.awaitUnmounted();

      assertThat(mount.vfs.calls).anyMatch(call -> call.startsWith("flush "));
      assertThat(mount.vfs.openHandles()).isZero();
      assertThatThrownBy(() -> open.write(ByteBuffer.wrap(new byte[5])));
      assertThatThrownBy(open::close);
    }
  }

  @Test
  void directoriesThatCannotBeMountedOnAreRefused() throws Exception {
    JnrFuseTransport transport = MountedVfs.transport();
    assertThatThrownBy(
            () ->
                transport.mount(
                    new MemoryVfs(), MountedVfs.options(temporary.resolve("none"), Duration.ZERO)))
        .isInstanceOf(MountException.class)
        .hasMessageContaining("no directory");

    Path file = Files.writeString(directory.resolve("f"), "x");
    assertThatThrownBy(() -> new MountedVfs(directory)).hasMessageContaining("not empty");
    assertThatThrownBy(() -> new MountedVfs(file)).hasMessageContaining("no directory");
    Files.delete(file);

    try (MountedVfs mount = new MountedVfs(directory)) {
      assertThatThrownBy(() -> new MountedVfs(directory))
          .hasMessageContaining("fuse.scfs")
          .hasMessageContaining("already");
      assertThat(mount.names()).isEmpty();
    }
  }

  @Test
  void directoryCanBeNamedThroughASymbolicLink() throws Exception {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), directory);
    try (MountedVfs mount = new MountedVfs(link)) {
      Files.writeString(directory.resolve("f"), "x");
      assertThat(mount.names()).containsExactly("f");
      mount.handle.unmount();
      assertThat(new MountTable().on(directory)).isEmpty();
    }
  }

  @Test
  void readOnlyMountRefusesChanges() throws Exception {
    MemoryVfs vfs = new MemoryVfs();
    MountHandle handle =
        MountedVfs.transport()
            .mount(
                vfs,
                new org.scfs.agent.frontend.MountOptions(
                    directory, "v", true, true, Duration.ZERO));
    handle.awaitMounted(MountedVfs.LIMIT);

    assertThatThrownBy(() -> Files.writeString(directory.resolve("f"), "x"))
        .hasMessageContaining("Read-only");
    handle.unmount();
  }

  @Test
  void mountOfADeadAgentIsReplacedAndALivingOneIsNot() throws Exception {
    Process agent = startAgent();
    assertThat(MountedVfs.transport().removeStaleMount(directory)).isFalse();

    agent.destroyForcibly().waitFor();

    assertThat(MountedVfs.transport().removeStaleMount(directory)).isTrue();
    assertThat(MountedVfs.transport().removeStaleMount(directory)).isFalse();
    assertThat(directory).isEmptyDirectory();

    startAgent().destroyForcibly().waitFor();
    try (MountedVfs mount = new MountedVfs(directory)) {
      Files.writeString(mount.path("f"), "x");
      assertThat(mount.names()).containsExactly("f");
    }
  }

  @Test
  void terminationSignalReachesTheShutdownHooksWhileMounted() throws Exception {
    Process agent = startAgent();

    agent.toHandle().destroy();

    BufferedReader output = agent.inputReader(StandardCharsets.UTF_8);
    assertThat(output.readLine()).isEqualTo("unmounted by the hook");
    assertThat(agent.waitFor()).isEqualTo(143);
    assertThat(new MountTable().on(directory)).isEmpty();
  }

  private Process startAgent() throws Exception {
    Process agent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LonelyAgent.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    agents.add(agent);
    assertThat(
            new BufferedReader(
                    new InputStreamReader(agent.getInputStream(), StandardCharsets.UTF_8))
                .readLine())
        .isEqualTo("mounted");
    Awaitility.await().atMost(MountedVfs.LIMIT).until(() -> Files.isReadable(directory));
    return agent;
  }
}
