package org.scfs.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.scfs.it.harness.AgentProcess;
import org.scfs.it.harness.Computer;
import org.scfs.it.harness.Shell;
import org.scfs.it.harness.World;

/** What people do in a folder every day, on a real mount. */
final class RealWorkIT {

  private static final Duration LIMIT = Duration.ofMinutes(4);

  private static final Duration AWAY = Duration.ofSeconds(1);

  @RegisterExtension final World world = new World();

  @Test
  void copiedTreeIsEqualHereAndOnAnotherComputer() throws Exception {
    Path source = world.root().resolve("source");
    SourceTree.make(source);
    AgentProcess agent = world.founder().mount();

    Shell.bash(world.root(), LIMIT, "cp -a source a/mnt/copy");

    expectEqual(source, agent.path("copy"));
    agent.stop();
    expectEqual(source, world.computer("b").mount().path("copy"));
  }

  private void expectEqual(Path expected, Path actual) {
    Shell.bash(
        world.root(), LIMIT, "diff -r --no-dereference '%s' '%s'".formatted(expected, actual));
    assertThat(SourceTree.attributes(actual)).isEqualTo(SourceTree.attributes(expected));
    assertThat(SourceTree.attributes(actual).size()).isGreaterThan(SourceTree.FILES);
  }

  @Test
  void archiveIsPackedAndUnpacked() throws Exception {
    AgentProcess agent = world.founder().mount();
    Path folder = Files.createDirectory(agent.path("project"));
    Shell.bash(
        folder,
        LIMIT,
        """
        for i in $(seq 100); do mkdir -p d$((i % 7)); seq $i 3000 > d$((i % 7))/f$i; done
        ln -s d1/f1 link; ln d2/f2 hard; chmod 0640 d3/f3
        touch -h -d '2011-11-11 11:11:11' link; touch -d '2012-12-12 12:12:12.5' d4
        """);

    Shell.bash(agent.directory(), LIMIT, "tar -czf project.tgz project");
    Shell.bash(agent.directory(), LIMIT, "mkdir out && tar -xzpf project.tgz -C out");
    Shell.bash(
        agent.directory(), LIMIT, "tar -cf - project | tar -xpf - -C '%s'".formatted(world.root()));

    // tar's default format keeps whole seconds. To the kernel, hard links are two files, of which
    // one may know its number of links for as long as metadata is cached.
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(withoutFractions(agent.path("out/project")))
                    .isEqualTo(withoutFractions(folder)));
    assertThat(withoutFractions(world.root().resolve("project")))
        .isEqualTo(withoutFractions(folder));
    Shell.bash(agent.directory(), LIMIT, "diff -r --no-dereference project out/project");
    Shell.bash(world.root(), LIMIT, "diff -r --no-dereference project a/mnt/project");
  }

  private static List<String> withoutFractions(Path folder) {
    return SourceTree.attributes(folder).entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue().replaceAll("\\.[0-9]{10}", ""))
        .sorted()
        .toList();
  }

  @Test
  void gitWorksInside() throws Exception {
    assumeTrue(Shell.has("git"), "there is no git");
    Computer computer = world.founder();
    AgentProcess agent = computer.mount();
    git(
        world.root(),
        """
        git init -q origin; cd origin
        for i in $(seq 20); do
          mkdir -p d$((i % 5)); seq $i 2000 > d$((i % 5))/f$i; git add .; git commit -q -m "change $i"
        done
        """);

    git(agent.directory(), "git clone -q --no-local '%s/origin' work".formatted(world.root()));
    git(
        agent.path("work"),
        """
        test -z "$(git status --porcelain)"
        git checkout -q -b topic
        seq 5000 > new; git mv d1/f1 d2/moved; git rm -q d3/f3; git add .; git commit -q -m inside
        git checkout -q -; git merge -q --no-ff -m merge topic
        git gc -q
        git fsck --strict --full
        """);
    agent.stop();
    AgentProcess again = computer.mount();
    git(
        again.path("work"),
        """
        test -z "$(git status --porcelain)"
        git fsck --strict --full
        test "$(git rev-list --count HEAD)" = 22
        git push -q origin topic
        """);
    git(world.root().resolve("origin"), "git show topic:new | cmp - ../a/mnt/work/new");
  }

  private void git(Path folder, String script) {
    Shell.bash(
        folder,
        LIMIT,
        """
        export HOME='%s' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=alice GIT_AUTHOR_EMAIL=a@example.org
        export GIT_COMMITTER_NAME=alice GIT_COMMITTER_EMAIL=a@example.org
        """
                .formatted(world.root())
            + script);
  }

  @Test
  void readerOfAFileThatAnEditorSavesNeverSeesHalfOfIt() throws Exception {
    AgentProcess agent = world.founder().mount();
    Path file = agent.path("letter.txt");
    save(file, 0);
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
      Future<Integer> reader = threads.submit(() -> readUntil(file, done));
      try {
        for (int i = 1; i <= 100; i++) {
          save(file, i);
          assertThat(Files.readString(file)).isEqualTo(letter(i));
        }
      } finally {
        done.set(true);
      }
      assertThat(reader.get(1, TimeUnit.MINUTES)).as("times that it was read").isGreaterThan(20);
    }
    assertThat(agent.directory()).isDirectoryNotContaining(path -> path.endsWith("letter.txt.tmp"));
  }

  private static int readUntil(Path file, AtomicBoolean done) throws IOException {
    int times = 0;
    long lastSeen = System.nanoTime();
    while (!done.get()) {
      try {
        String seen = Files.readString(file);
        assertThat(seen).isEqualTo(letter(Integer.parseInt(seen.substring(0, seen.indexOf(' ')))));
        times++;
        lastSeen = System.nanoTime();
      } catch (NoSuchFileException e) {
        // libfuse 2 forgets the node of a replaced file before the kernel knows of the rename, and
        // answers an open of it, which comes just then, without asking the agent.
        assertThat(Duration.ofNanos(System.nanoTime() - lastSeen))
            .as("time that the file was away")
            .isLessThan(AWAY);
      }
    }
    return times;
  }

  /** As editors do: a temporary file, fsync, rename over. */
  private static void save(Path file, int version) throws IOException {
    Path draft = file.resolveSibling("letter.txt.tmp");
    try (FileChannel channel =
        FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(letter(version).getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Each version has another size. */
  private static String letter(int version) {
    return version + " " + ("version " + version + "\n").repeat(500 + 997 * (version % 13));
  }

  @Test
  void gibibyteIsReadBackByAnotherComputerWithAnEmptyCache() throws Exception {
    Computer computer = world.founder();
    AgentProcess agent = computer.mount();
    Shell.Result written =
        Shell.bash(
            agent.directory(),
            LIMIT,
            "head -c 1G /dev/urandom | tee large | sha256sum | cut -c-64");
    AgentProcess other = world.computer("b").mount();

    Shell.Result read = Shell.bash(other.directory(), LIMIT, "sha256sum large | cut -c-64");

    assertThat(read.output()).isEqualTo(written.output()).hasSize(65);
    assertThat(Files.size(other.path("large"))).isEqualTo(1L << 30);
    assertThat(agent.isAlive()).isTrue();
  }
}
