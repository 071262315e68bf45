package org.scfs.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole agents in processes of their own, over real mounts. */
@Timeout(180)
final class MountTest {

  private final List<Process> agents = new ArrayList<>();
  private Path folder;
  private Path mount;
  private Map<String, String> variables;

  @BeforeEach
  void makeFolder() throws IOException {
    Path device = Path.of("/dev/fuse");
    assumeTrue(Files.isReadable(device) && Files.isWritable(device), "/dev/fuse cannot be opened");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/fusermount3")), "there is no fusermount3");
    folder = Files.createTempDirectory(Path.of("/tmp"), "scfs"); // a socket's path must be short
    mount = folder.resolve("demo/mount");
    variables = Map.of("XDG_RUNTIME_DIR", folder.toString());
  }

  @AfterEach
  void removeFolder() throws Exception {
    for (Process agent : agents) {
      agent.destroyForcibly().waitFor();
    }
    if (folder == null) {
      return;
    }
    if (mount != null) {
      new ProcessBuilder("fusermount3", "-uz", mount.toString())
          .redirectErrorStream(true)
          .start()
          .waitFor();
    }
    Files.walkFileTree(folder, new Remover());
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
        throws IOException {
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }

  private Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Scfs.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(folder.resolve("errors").toFile());
    builder.environment().putAll(variables);
    Process process = builder.start();
    agents.add(process);
    return process;
  }

  /** Starts the demo and waits until it has said everything. */
  private Process startDemo() throws IOException {
    Process agent = start("demo", folder.resolve("demo").toString());
    String output = readUntil(agent, "to do more");
    assertThat(output)
        .as(() -> errors())
        .contains("mounted in", mount.toString(), "clouds/west", "status", "umount");
    return agent;
  }

  private static String readUntil(Process process, String last) throws IOException {
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder output = new StringBuilder();
    String line = reader.readLine();
    while (line != null && !line.contains(last)) {
      output.append(line).append('\n');
      line = reader.readLine();
    }
    return output.append(line).toString();
  }

  private String errors() {
    try {
      return Files.readString(folder.resolve("errors"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Commands run(String... arguments) {
    return Commands.run(variables, arguments);
  }

  @Test
  void demoKeepsFilesFromOneMountToTheNextAndThroughACrash() throws Exception {
    Process first = startDemo();
    Files.writeString(mount.resolve("a.txt"), "first");
    assertThat(run("status", mount.toString()).output()).contains("demo on " + mount + ": OK");
    Commands second = run("demo", folder.resolve("demo").toString());
    assertThat(second.code()).as(second.errors()).isZero();
    assertThat(second.output()).contains("mounted already, by process " + first.pid());

    Commands unmounted = run("umount", mount.toString());
    assertThat(unmounted.errors()).isEmpty();
    assertThat(unmounted.code()).isZero();
    assertThat(first.waitFor()).as(() -> errors()).isZero();
    assertThat(mount).isEmptyDirectory();

    Process killed = startDemo();
    assertThat(mount.resolve("a.txt")).hasContent("first");
    Files.writeString(mount.resolve("b.txt"), "second");
    killed.destroyForcibly().waitFor();
    Commands dead = run("status", mount.toString());
    assertThat(dead.code()).isEqualTo(3);
    assertThat(dead.output()).contains("died");

    Process last = startDemo();
    assertThat(mount.resolve("a.txt")).hasContent("first");
    assertThat(mount.resolve("b.txt")).hasContent("second");
    last.destroy();
    assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(mount).isEmptyDirectory();
    assertThat(run("umount", mount.toString()).errors()).contains("is not mounted");
  }

  @Test
  void cloudThatIsGoneIsNamedAndFilesStayReadable() throws Exception {
    Process agent = startDemo();
    Files.writeString(mount.resolve("a.txt"), "first");
    Files.move(folder.resolve("demo/clouds/south"), folder.resolve("demo/clouds/moved"));

    Commands status = run("status", mount.toString());

    assertThat(status.code()).isEqualTo(3);
    assertThat(status.output()).contains("DEGRADED").containsPattern("! +south +[A-Z]+: ");
    assertThat(run("status", "--json", mount.toString()).output())
        .contains("\"health\": \"degraded\"");
    Files.writeString(mount.resolve("b.txt"), "second");
    assertThat(run("umount", mount.toString()).code()).isZero();
    assertThat(agent.waitFor()).isZero();
  }

  @Test
  void backgroundMountOutlivesItsCommandAndReportsFailures() throws Exception {
    Process demo = startDemo();
    Commands busy =
        background("mount", "demo", folder.resolve("other").toString(), "--config=" + config());
    assertThat(busy.code()).isEqualTo(1);
    assertThat(busy.errors()).contains("process " + demo.pid(), mount.toString(), "its log: ");
    assertThat(run("umount", mount.toString()).code()).isZero();

    Commands mounted =
        background("mount", "demo", mount.toString(), "--config=" + config(), "--read-only");
    assertThat(mounted.errors()).isEmpty();
    assertThat(mounted.code()).isZero();
    assertThat(mounted.output()).contains("mounted demo on " + mount);
    assertThat(run("status", "demo").output()).contains("(read-only): OK");
    assertThat(Files.isWritable(mount)).isFalse();
    assertThat(run("umount", mount.toString()).code()).isZero();
    assertThat(folder.resolve("demo/state/mounts/demo.log")).content().contains("unmounted");
  }

  private String config() {
    return folder.resolve("demo/scfs.toml").toString();
  }

  private Commands background(String... arguments) throws Exception {
    Process process = start(arguments);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Commands(process.waitFor(), output, errors());
  }

  @Test
  void mountThatIsInUseStaysUntilItIsNot() throws Exception {
    Process agent = startDemo();
    try (var open = Files.newOutputStream(mount.resolve("open.txt"))) {
      Commands refused = run("umount", mount.toString());
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.errors()).contains("busy");
      open.write('x');
    }
    Process outside = new ProcessBuilder("fusermount3", "-u", mount.toString()).start();
    assertThat(outside.waitFor()).isZero();
    assertThat(agent.waitFor()).as(() -> errors()).isZero();
  }
}
