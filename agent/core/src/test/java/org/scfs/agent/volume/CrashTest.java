package org.scfs.agent.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.scfs.agent.volume.Team.WRITE;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.storage.testkit.Fault;

/** What an agent that was killed finds when it starts again. */
final class CrashTest {

  @TempDir private Path folder;
  private Team team;
  private Team.Agent alice;
  private Team.Agent bob;

  @BeforeEach
  void found() throws Exception {
    team = new Team(folder);
    alice = team.agent("alice");
    bob = team.agent("bob");
  }

  @AfterEach
  void close() {
    team.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Team.Agent restart(Team.Agent agent) throws Exception {
    agent.kill();
    Team.Agent again = team.agent(agent.name);
    again.volume.commitPending();
    return again;
  }

  @Test
  void fsyncedChangeIsCommittedAfterTheRestart() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("two"));
    alice.volume.fsync(writer);
    assertThat(bob.text("file")).isEqualTo("one");

    alice = restart(alice);

    assertThat(bob.text("file")).isEqualTo("two");
    assertThat(alice.text("file")).isEqualTo("two");
    assertThat(alice.volume.status().pending()).isEmpty();
    assertThat(folder.resolve("alice/dirty")).isEmptyDirectory();
  }

  @Test
  void fsyncedChangeBecomesAConflictCopyIfSomebodyElseWrote() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("alice's"));
    alice.volume.fsync(writer);
    alice.client.expireSession();
    bob.save("file", "bob's");

    alice = restart(alice);

    assertThat(alice.text("file")).isEqualTo("bob's");
    List<String> names = bob.names(bob.root());
    assertThat(names).hasSize(2);
    assertThat(bob.text(names.get(1))).isEqualTo("alice's");
  }

  @Test
  void halfWrittenChangeOfAGoodVersionBecomesAConflictCopy() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("tw"));

    alice = restart(alice);

    assertThat(alice.text("file")).isEqualTo("one");
    List<String> names = bob.names(bob.root());
    assertThat(names).hasSize(2);
    assertThat(bob.text(names.get(1))).isEqualTo("twe");
  }

  @Test
  void halfWrittenNewFileKeepsWhatWasWritten() throws Exception {
    FileHandle writer = alice.create("file");
    alice.write(writer, 0, bytes("half"));

    alice = restart(alice);

    assertThat(bob.text("file")).isEqualTo("half");
    assertThat(bob.names(bob.root())).containsExactly("file");
  }

  @Test
  void commitWhoseAnswerNeverCameIsNotRepeated() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("two"));
    Team.Agent killed = alice;
    killed.client.cutOffAtNextCommit(true);
    assertThat(catchThrowable(() -> killed.volume.flush(writer))).isNotNull();

    alice = restart(alice);

    assertThat(bob.text("file")).isEqualTo("two");
    assertThat(bob.names(bob.root())).containsExactly("file");
    assertThat(alice.volume.status().pending()).isEmpty();
  }

  @Test
  void cacheSurvivesAGoodEnd() throws Exception {
    alice.save("file", "one");
    alice.stop();
    team.clouds.forEach(cloud -> cloud.start(new Fault.Down()));

    assertThat(team.agent("alice").text("file")).isEqualTo("one");
  }

  @Test
  void damagedCacheIsFetchedAgain() throws Exception {
    alice.save("file", "one");
    alice.stop();
    try (var clean = Files.list(folder.resolve("alice/clean"))) {
      for (Path file : clean.toList()) {
        Files.delete(file);
      }
    }

    assertThat(team.agent("alice").text("file")).isEqualTo("one");
  }
}
