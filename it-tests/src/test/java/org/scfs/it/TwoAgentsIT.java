package org.scfs.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.scfs.it.harness.AgentProcess;
import org.scfs.it.harness.Computer;
import org.scfs.it.harness.Errors;
import org.scfs.it.harness.RandomFiles;
import org.scfs.it.harness.World;

/** Two agents on one volume, each with its own cache. */
final class TwoAgentsIT {

  private static final long SEED = 42;
  private static final int ROUNDS = 100;
  private static final int LARGEST = 300_000;
  private static final Duration SOON = Duration.ofSeconds(20);

  @RegisterExtension final World world = new World();

  @Test
  void eachSeesWhatTheOtherClosedAtItsNextOpen() throws Exception {
    AgentProcess one = world.founder().mount();
    AgentProcess other = world.computer("b").mount();
    Random sizes = new Random(SEED);
    RandomFiles files = new RandomFiles(SEED);
    for (int i = 0; i < ROUNDS; i++) {
      AgentProcess writer = i % 2 == 0 ? one : other;
      AgentProcess reader = i % 2 == 0 ? other : one;
      String name = "shared" + i % 5;
      files.write(writer, name, sizes.nextInt(LARGEST));
      files.verify(reader, name);
    }
    files.verify(one);
    files.verify(other);
  }

  @Test
  void appendedLinesOfBothAreAllThere() throws Exception {
    AgentProcess one = world.founder().mount();
    AgentProcess other = world.computer("b").mount();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      String line = "line " + i + "\n";
      expected.append(line);
      Path file = (i % 2 == 0 ? one : other).path("log");
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    assertThat(one.path("log")).hasContent(expected.toString());
    assertThat(other.path("log")).hasContent(expected.toString());
  }

  @Test
  void namesThatOneMakesMovesAndRemovesAreSeenByTheOther() throws Exception {
    AgentProcess one = world.founder().mount();
    AgentProcess other = world.computer("b").mount();
    Files.createDirectories(one.path("d/e"));
    Files.writeString(one.path("d/e/f"), "f");

    assertThat(other.path("d/e/f")).hasContent("f");
    Files.move(other.path("d/e"), other.path("moved"));
    Awaitility.await().atMost(SOON).until(() -> Files.notExists(one.path("d/e")));
    assertThat(one.path("moved/f")).hasContent("f");
    Files.delete(one.path("moved/f"));
    Awaitility.await().atMost(SOON).until(() -> Files.notExists(other.path("moved/f")));
  }

  @Test
  void secondWriterIsRefusedUntilTheFirstHasClosed() throws Exception {
    AgentProcess one = world.founder().mount();
    AgentProcess other = world.computer("b").mount();
    Files.writeString(one.path("f"), "nothing yet");
    try (FileChannel first = FileChannel.open(one.path("f"), StandardOpenOption.WRITE)) {
      first.write(utf8("first"));
      long begin = System.nanoTime();
      Errors.EBUSY.expect(
          SOON, () -> FileChannel.open(other.path("f"), StandardOpenOption.WRITE).close());
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .as("lock-wait")
          .isGreaterThanOrEqualTo(Duration.ofMillis(500));
      assertThat(other.path("f")).as("readers are not kept out").hasContent("nothing yet");
    }
    Files.writeString(other.path("f"), "second", StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(one.path("f")).hasContent("second");
  }

  @Test
  void writerThatLostItsLockGetsAnErrorAndAConflictCopy() throws Exception {
    AgentProcess host = world.founder().mount(); // has the coordination service, and must not sleep
    Computer sleepy = world.computer("b");
    AgentProcess sleeper = sleepy.mount();
    Files.writeString(sleeper.path("report.txt"), "old");
    FileChannel slow = FileChannel.open(sleeper.path("report.txt"), StandardOpenOption.WRITE);
    slow.write(utf8("bytes of the sleeper"));

    sleeper.signal("STOP");
    Awaitility.await("the session of the sleeper expires")
        .atMost(Duration.ofSeconds(40))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              Files.writeString(host.path("report.txt"), "bytes of the other");
              return true;
            });
    sleeper.signal("CONT");

    Errors.ESTALE.expect(SOON, slow::close);
    assertThat(sleeper.path("report.txt")).hasContent("bytes of the other");
    List<String> copies = conflictCopies(host);
    assertThat(copies).hasSize(1);
    assertThat(copies.getFirst())
        .startsWith("report (conflict ")
        .endsWith(".txt")
        .contains("alice@");
    assertThat(host.path(copies.getFirst())).hasContent("bytes of the sleeper");
    assertThat(conflictCopies(sleeper)).isEqualTo(copies);
    assertThat(sleepy.status().entry().mount().conflictCopies()).isEqualTo(copies);
  }

  private static List<String> conflictCopies(AgentProcess agent) throws IOException {
    try (Stream<Path> files = Files.list(agent.directory())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains("conflict"))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void otherGoesOnWhenTheHostOfTheCoordinationServiceEnds(String signal) throws Exception {
    Computer first = world.founder();
    AgentProcess host = first.mount();
    AgentProcess other = world.computer("b").mount();
    RandomFiles files = new RandomFiles(SEED);
    files.write(host, "of-host", 100_000);
    files.verify(other, "of-host");
    byte[] during = files.bytes(50_000);
    AtomicBoolean ended = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(1);
        FileChannel open =
            FileChannel.open(
                other.path("open"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      open.write(ByteBuffer.wrap(during, 0, 10_000));
      Future<Integer> writer = threads.submit(() -> writeUntil(ended, other));

      host.signal(signal);
      host.awaitEnd();
      open.write(ByteBuffer.wrap(during, 10_000, 40_000));

      ended.set(true);
      assertThat(writer.get(1, TimeUnit.MINUTES)).as("files written meanwhile").isPositive();
    }
    files.expect("open", during);
    files.write(other, "later", 70_000);
    files.verify(other);
    AgentProcess again = first.mount();
    files.verify(again);
    files.write(again, "of-host", 90_000);
    files.verify(other);
  }

  /** Writes files one after the other, and some more after the end. */
  private static int writeUntil(AtomicBoolean ended, AgentProcess agent) throws IOException {
    int more = 20;
    for (int i = 0; ; i++) {
      if (ended.get() && more-- == 0) {
        return i;
      }
      Path file = agent.path("meanwhile" + i);
      Files.writeString(file, "meanwhile" + i);
      assertThat(file).hasContent("meanwhile" + i);
    }
  }

  @Test
  void truncationByOneIsSeenByTheOtherThatHadTheFileCached() throws Exception {
    AgentProcess one = world.founder().mount();
    AgentProcess other = world.computer("b").mount();
    Files.writeString(one.path("f"), "0123456789");
    assertThat(other.path("f")).hasContent("0123456789");
    try (FileChannel file = FileChannel.open(one.path("f"), StandardOpenOption.WRITE)) {
      file.truncate(3);
    }
    assertThat(other.path("f")).hasContent("012");
    assertThat(catchThrowable(() -> Files.delete(other.path("f")))).isNull();
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }
}
