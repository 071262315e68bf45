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

  @Test
  void lockOfTheDeadProcessIsWaitedFor() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("two"));
    alice.volume.fsync(writer);
    alice.client.setReachable(false);

    Team.Agent again = team.agent("alice");
    again.volume.commitPending();
    assertThat(again.volume.status().pending()).hasSize(1);
    assertThat(bob.text("file")).isEqualTo("one");

    alice.kill();
    again.volume.commitPending();
    assertThat(bob.text("file")).isEqualTo("two");
    assertThat(bob.names(bob.root())).containsExactly("file");
  }

  @Test
  void damagedNoteLosesNothing() throws Exception {
    for (byte[] damage : List.of(new byte[0], bytes("garbage that is no note at all"))) {
      String name = "file " + damage.length;
      FileHandle writer = alice.create(name);
      alice.write(writer, 0, bytes("text of " + name));
      alice.volume.fsync(writer);
      Files.write(folder.resolve("alice/dirty/" + alice.find(name).id() + ".record"), damage);

      alice = restart(alice);

      List<String> copies =
          bob.names(bob.root()).stream().filter(n -> n.startsWith("recovered-")).toList();
      assertThat(copies).hasSize(1);
      assertThat(bob.text(copies.get(0))).isEqualTo("text of " + name);
      bob.volume.unlink(bob.root(), copies.get(0));
    }
  }

  @Test
  void foreignFilesInTheCacheAreLeftAlone() throws Exception {
    Path foreign = folder.resolve("alice/dirty/notes.txt");
    Files.write(foreign, bytes("not ours"));

    alice = restart(alice);

    assertThat(foreign).hasContent("not ours");
  }
}
