package org.scfs.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.scfs.it.harness.AgentProcess;
import org.scfs.it.harness.Clouds;
import org.scfs.it.harness.Computer;
import org.scfs.it.harness.Fuse;
import org.scfs.it.harness.RandomFiles;
import org.scfs.it.harness.Shell;
import org.scfs.it.harness.World;

/** How mounts begin, end, and begin again after a crash; and the commands for that. */
final class LifecycleIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  /** The target is 3 s; a machine that is busy with tests gets more. */
  private static final double LONGEST_START = 10;

  private static final Pattern TIME = Pattern.compile("mounted .*?in (\\d+\\.\\d) s");

  @RegisterExtension final World world = new World();

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130"})
  void demoTellsWhatThereIsEndsCleanlyAndFindsEverythingAgain(String signal, int exitCode)
      throws Exception {
    Computer computer = world.computer("a");
    Path folder = computer.folder().resolve("demo");
    AgentProcess demo = startDemo(computer, folder);
    assertThat(demo.log()).contains(folder.resolve("mount") + "\n");
    for (String cloud : Clouds.NAMES) {
      Path place = folder.resolve("clouds").resolve(cloud);
      assertThat(demo.log()).contains(place.toString());
      assertThat(place).isDirectory();
    }
    assertThat(demo.log())
        .contains(folder.resolve("cache").toString())
        .contains("scfs status")
        .contains("scfs umount " + folder.resolve("mount"))
        .contains("Ctrl-C");
    RandomFiles files = new RandomFiles(1);
    files.write(demo, "d/kept", 123_456);

    demo.signal(signal);

    assertThat(demo.awaitEnd()).isEqualTo(exitCode);
    assertThat(Fuse.isMounted(demo.directory())).isFalse();
    assertThat(demo.directory()).isEmptyDirectory();
    files.verify(startDemo(computer, folder));
  }

  private static AgentProcess startDemo(Computer computer, Path folder) throws Exception {
    AgentProcess demo =
        computer.start(folder.resolve("mount"), "demo", folder.toString()).awaitMounted();
    Awaitility.await().atMost(SOON).until(() -> demo.log().contains("--config="));
    expectQuickStart(demo.log());
    return demo;
  }

  private static void expectQuickStart(String output) {
    Matcher time = TIME.matcher(output);
    assertThat(time.find()).as("tells how long it took: " + output).isTrue();
    assertThat(Double.parseDouble(time.group(1))).isLessThan(LONGEST_START);
  }

  @Test
  void launcherBecomesTheDemoAndHandsSignalsOn() throws Exception {
    Computer computer = world.computer("a");
    Path folder = computer.folder().resolve("demo");
    AgentProcess demo =
        computer.launch(folder.resolve("mount"), "demo", folder.toString()).awaitMounted();
    Files.writeString(demo.path("f"), "x");
    expectQuickStart(demo.log());
    demo.stop();
  }

  @Test
  void secondDemoInTheSameFolderSaysThatThereIsOne() throws Exception {
    Computer computer = world.computer("a");
    Path folder = computer.folder().resolve("demo");
    AgentProcess demo = startDemo(computer, folder);

    Shell.Result second = computer.bare("demo", folder.toString()).expect(0);

    assertThat(second.output()).contains("mounted already").contains(Long.toString(demo.pid()));
    Files.writeString(demo.path("f"), "still works");
  }

  @Test
  void startAfterAKillRecoversTheMountAndEveryClosedFile() throws Exception {
    Computer computer = world.computer("a");
    Path folder = computer.folder().resolve("demo");
    AgentProcess demo = startDemo(computer, folder);
    RandomFiles files = new RandomFiles(2);
    files.write(demo, "before", 200_000);
    List<String> closed = new CopyOnWriteArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
      Future<Integer> copy = threads.submit(() -> copyUntilItFails(demo, files, closed));
      Awaitility.await().atMost(SOON).until(() -> closed.size() > 20);
      demo.kill();
      assertThat(copy.get(1, TimeUnit.MINUTES)).isGreaterThan(20);
    }
    assertThat(Fuse.isMounted(demo.directory())).as("stale mount").isTrue();

    AgentProcess again = startDemo(computer, folder);

    files.verify(again, "before");
    for (String name : closed) {
      files.verify(again, name);
    }
    files.write(again, "after", 100_000);
    files.verify(again, "after");
  }

  /** Returns how many files were closed. */
  private static int copyUntilItFails(AgentProcess agent, RandomFiles files, List<String> closed) {
    while (true) {
      String name = "copy" + closed.size();
      try {
        files.write(agent, name, 5_000 + 1_000 * (closed.size() % 50));
      } catch (IOException e) {
        return closed.size();
      }
      closed.add(name);
    }
  }

  @Test
  void fileThatFsyncMadeDurableOutlivesAKill() throws Exception {
    Computer computer = world.founder();
    AgentProcess agent = computer.mount();
    byte[] bytes = new RandomFiles(3).bytes(3_000_000);
    try (FileChannel file =
        FileChannel.open(
            agent.path("f"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      assertThat(file.write(ByteBuffer.wrap(bytes))).isEqualTo(bytes.length);
      file.force(true);
      agent.kill();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("not connected");
    }

    AgentProcess again = computer.mount();

    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(Files.readAllBytes(again.path("f"))).isEqualTo(bytes));
  }

  @Test
  void commandsDoWhatTheySayAndTheirExitCodesTellHow() throws Exception {
    Computer computer = world.computer("a");
    String mount = computer.directory().toString();
    assertThat(computer.scfs("mount", Computer.VOLUME, mount).expect(1).errors())
        .contains("scfs init");
    computer.scfs("init").expect(0);
    byte[] identity = Files.readAllBytes(world.root().resolve("identity"));
    assertThat(computer.scfs("init").expect(0).output()).contains("exists");
    assertThat(Files.readAllBytes(world.root().resolve("identity"))).isEqualTo(identity);

    Shell.Result mounted = computer.scfs("mount", Computer.VOLUME, mount).expect(0);
    expectQuickStart(mounted.output());
    assertThat(Fuse.isMounted(computer.directory())).isTrue();
    Path file = Files.writeString(computer.directory().resolve("f"), "x");
    Computer.Status status = computer.status();
    assertThat(status.exitCode()).isZero();
    assertThat(status.report().health()).isEqualTo("ok");
    assertThat(status.entry().mount().volume()).isEqualTo(Computer.VOLUME);
    assertThat(status.entry().mount().mountPoint()).isEqualTo(mount);
    assertThat(status.entry().mount().agent()).isEqualTo("running");
    assertThat(status.entry().mount().clouds())
        .extracting(Computer.Cloud::name)
        .containsExactlyElementsOf(Clouds.NAMES);
    assertThat(computer.bare("status", mount).expect(0).output()).contains("OK");
    expectBusyMountStays(computer, file);

    computer.bare("umount", mount).expect(0);
    assertThat(Fuse.isMounted(computer.directory())).isFalse();
    assertThat(computer.bare("umount", mount).expect(1).errors()).contains("not mounted");
    assertThat(computer.bare("status", mount).expect(1).errors()).contains("not mounted");
    computer.scfs("mount", Computer.VOLUME, mount).expect(0);
    assertThat(file).hasContent("x");
    computer.bare("umount", mount).expect(0);
    computer.bare("umuont").expect(2);
  }

  private static void expectBusyMountStays(Computer computer, Path file) throws Exception {
    try (FileChannel _ = FileChannel.open(file)) {
      assertThat(computer.bare("umount", computer.directory().toString()).expect(1).errors())
          .contains("busy");
      assertThat(file).hasContent("x");
    }
  }

  @Test
  void deadMountIsNamedAndRemoved() throws Exception {
    Computer computer = world.founder();
    AgentProcess agent = computer.mount();
    agent.kill();

    Computer.Status status = computer.status();
    assertThat(status.exitCode()).isEqualTo(3);
    assertThat(status.entry().mount().agent()).isEqualTo("dead");
    computer.bare("umount", computer.directory().toString()).expect(0);
    assertThat(Fuse.isMounted(computer.directory())).isFalse();
  }

  @Test
  void initWritesAConfigurationThatWorks() throws Exception {
    Computer computer = world.computer("a");
    Path file = computer.folder().resolve("own/scfs.toml");
    Files.createDirectory(file.getParent());
    String config = "--config=" + file;

    assertThat(computer.bare("init", config).expect(0).output()).contains(file.toString());
    String written = Files.readString(file);
    computer.bare("init", config).expect(0);
    computer.bare("init", config).expect(0);

    assertThat(file).hasContent(written);
    Path mount = computer.folder().resolve("own-mount");
    computer.bare("mount", config, "files", mount.toString()).expect(0);
    Files.writeString(mount.resolve("f"), "x");
    computer.bare("umount", mount.toString()).expect(0);
  }

  @ParameterizedTest
  @CsvSource({
    "lock-wait, lock-wiat, lock-wait",
    "limit = \"4 GiB\", limit = \"4 GiBB\", limit",
    "type = \"embedded\", type = \"embeded\", embedded",
    "'[\"north\"', '[\"nroth\"', north",
    "'[user]', '[user', ''"
  })
  void mistakeInTheConfigurationIsNamedWithItsPlace(String right, String wrong, String meant)
      throws Exception {
    Computer computer = world.computer("a");
    String text = Files.readString(computer.configuration());
    assertThat(text).contains(right);
    int position = text.indexOf(right);
    long line =
        text.substring(0, position).lines().count() + (text.charAt(position - 1) == '\n' ? 1 : 0);
    Files.writeString(computer.configuration(), text.replace(right, wrong));

    for (List<String> command :
        List.of(
            List.of("init"), List.of("mount", Computer.VOLUME, computer.directory().toString()))) {
      String errors =
          computer.scfs(new ArrayList<>(command).toArray(String[]::new)).expect(1).errors();
      assertThat(errors).containsPattern("scfs\\.toml:" + line + ":\\d+");
      assertThat(errors.substring(errors.indexOf("scfs.toml:"))).contains(meant);
    }
  }
}
