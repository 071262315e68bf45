package org.scfs.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.scfs.it.harness.AgentProcess;
import org.scfs.it.harness.Clouds.Damage;
import org.scfs.it.harness.Computer;
import org.scfs.it.harness.Errors;
import org.scfs.it.harness.RandomFiles;
import org.scfs.it.harness.World;

/** Clouds that are gone, or lie. */
final class FaultyCloudsIT {

  private static final long SEED = 7;
  private static final int SEGMENT = 8 << 20;

  /** The time-out of a request to a cloud is 5 s. */
  private static final Duration BOUND = Duration.ofSeconds(30);

  @RegisterExtension final World world = new World();

  /** While clouds are equally fast, the first ones are read: a lie of the others goes unnoticed. */
  @ParameterizedTest
  @CsvSource({
    "REMOVED,    west",
    "UNREADABLE, south",
    "RANDOM,     east",
    "TRUNCATED,  north",
    "EMPTIED,    east"
  })
  void oneFaultyCloudHurtsNobodyAndIsNamed(Damage damage, String cloud) throws Exception {
    RandomFiles files = new RandomFiles(SEED);
    AgentProcess writer = world.founder().mount();
    writeSome(writer, files);

    world.clouds().damage(cloud, damage);

    Computer empty = world.computer("b");
    AgentProcess reader = empty.mount();
    files.verify(reader);
    expectNamed(empty, cloud);
    for (AgentProcess agent : List.of(writer, reader)) {
      files.write(agent, "later/new-" + agent.pid(), 300_000);
      files.write(agent, "d/small3", 12_345);
      files.write(agent, "large", SEGMENT + 54_321);
    }
    files.verify(writer);
    files.verify(world.computer("c").mount());
  }

  private static void writeSome(AgentProcess agent, RandomFiles files) throws IOException {
    files.write(agent, "empty", 0);
    files.write(agent, "byte", 1);
    for (int i = 0; i < 20; i++) {
      files.write(agent, "d/small" + i, 1_000 + 7_919 * i);
    }
    files.write(agent, "segment", SEGMENT);
    files.write(agent, "large", SEGMENT + 1);
  }

  private static void expectNamed(Computer computer, String cloud) {
    Computer.Status status = computer.status();
    assertThat(status.exitCode()).as("exit code of %s", status).isEqualTo(3);
    assertThat(status.cloud(cloud).state()).as(status.toString()).isNotEqualTo("healthy");
    assertThat(status.cloud(cloud).explanation()).isNotBlank();
    assertThat(status.entry().problems())
        .as("problems")
        .anyMatch(problem -> problem.contains("cloud " + cloud + " is "));
    assertThat(status.entry().mount().clouds())
        .filteredOn(other -> !other.name().equals(cloud))
        .noneMatch(other -> other.state().equals("faulty"));
  }

  @Test
  void withTwoCloudsGoneNothingIsLostAndEverythingIsBackWithThem() throws Exception {
    RandomFiles files = new RandomFiles(SEED);
    AgentProcess writer = world.founder().mount();
    writeSome(writer, files);
    Computer computer = world.computer("b");
    AgentProcess agent = computer.mount();
    files.verify(agent, "d/small1");
    files.verify(agent, "large");
    FileChannel open =
        FileChannel.open(
            agent.path("opened-before"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    byte[] opened = files.bytes(100_000);
    open.write(ByteBuffer.wrap(opened));

    String one = world.clouds().byUse().get(0);
    String other = world.clouds().byUse().get(1);
    world.clouds().damage(one, Damage.REMOVED);
    world.clouds().damage(other, Damage.UNREADABLE);

    files.verify(agent, "d/small1");
    files.verify(agent, "large");
    expectRightBytesOrErrors(agent, files);
    Errors.EIO.expect(BOUND, open::close);
    byte[] changed = files.bytes(30_000);
    Errors.EIO.expect(BOUND, () -> Files.write(agent.path("d/small1"), changed));
    assertThat(Files.readAllBytes(agent.path("d/small1"))).as("own changes").isEqualTo(changed);
    assertThat(Files.readAllBytes(writer.path("d/small1"))).as("others see").isNotEqualTo(changed);
    Computer.Status status = computer.status();
    assertThat(status.exitCode()).isEqualTo(3);
    assertThat(status.entry().problems())
        .as("problems")
        .anyMatch(problem -> problem.contains(one))
        .anyMatch(problem -> problem.contains(other))
        .anyMatch(problem -> problem.contains("opened-before"));

    world.clouds().restore(one);
    world.clouds().restore(other);

    Awaitility.await("what could not be closed is committed")
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> computer.status().entry().mount().waitingChanges().isEmpty());
    files.expect("opened-before", opened);
    files.expect("d/small1", changed);
    files.verify(agent);
    files.verify(writer);
    files.verify(world.computer("c").mount());
    try (Stream<Path> names = Files.list(writer.directory())) {
      assertThat(names).noneMatch(name -> name.toString().contains("conflict"));
    }
    Awaitility.await("all is well again")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(computer.status().entry().problems()).isEmpty());
  }

  /** Each file is on three of the clouds: one whose two left ones are among them can be read. */
  private static void expectRightBytesOrErrors(AgentProcess agent, RandomFiles files) {
    int errors = 0;
    for (int i = 2; i < 12; i++) {
      String name = "d/small" + i;
      long begin = System.nanoTime();
      try {
        files.verify(agent, name);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("Input/output error");
        errors++;
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(BOUND);
    }
    assertThat(errors).as("files that cannot be read").isPositive();
  }

  @Test
  void whatCouldNotBeClosedOutlivesTheAgent() throws Exception {
    RandomFiles files = new RandomFiles(SEED);
    Computer computer = world.founder();
    AgentProcess agent = computer.mount();
    files.write(agent, "fine", 50_000);
    world.clouds().damage("north", Damage.REMOVED);
    world.clouds().damage("east", Damage.REMOVED);
    byte[] kept = files.bytes(20_000_000);
    Errors.EIO.expect(BOUND, () -> Files.write(agent.path("kept"), kept));
    agent.kill();
    world.clouds().restore("north");
    world.clouds().restore("east");

    computer.mount();

    files.expect("kept", kept);
    AgentProcess other = world.computer("b").mount();
    Awaitility.await("committed by the next agent")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> files.verify(other));
  }
}
