package org.scfs.agent.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.scfs.agent.volume.NamesTest.assertErrno;
import static org.scfs.agent.volume.Team.APPEND;
import static org.scfs.agent.volume.Team.READ;
import static org.scfs.agent.volume.Team.SEGMENT_BYTES;
import static org.scfs.agent.volume.Team.TRUNCATE;
import static org.scfs.agent.volume.Team.WRITE;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.storage.testkit.Fault;
import org.scfs.storage.testkit.FaultyObjectStore;
import org.scfs.storage.testkit.Operation;

/** Contents of files: consistency on close, locks, versions, as one agent and as two see them. */
final class FilesTest {

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

  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private long puts() {
    return team.clouds.stream().mapToLong(cloud -> cloud.calls(Operation.PUT)).sum();
  }

  private long gets() {
    return team.clouds.stream().mapToLong(cloud -> cloud.calls(Operation.GET)).sum();
  }

  @Test
  void closedFileIsSeenAtTheNextOpen() throws Exception {
    alice.save("file", "one");
    assertThat(bob.text("file")).isEqualTo("one");

    alice.save("file", "two, and longer");

    assertThat(bob.text("file")).isEqualTo("two, and longer");
    assertThat(bob.find("file").size()).isEqualTo(15);
  }

  @Test
  void fileOfManySegmentsIsReadByAnotherAgent() throws Exception {
    byte[] content = random(5 * SEGMENT_BYTES + 12345, 1);

    alice.save("big", content);

    assertThat(bob.load("big")).isEqualTo(content);
  }

  @Test
  void emptyFileNeedsNoCloud() throws Exception {
    alice.save("empty", "");

    assertThat(puts()).isZero();
    assertThat(bob.load("empty")).isEmpty();
    alice.save("full", "x");
    alice.save("full", "");
    assertThat(bob.load("full")).isEmpty();
  }

  @Test
  void openPinsItsVersion() throws Exception {
    alice.save("file", "one");
    FileHandle before = bob.open("file", READ);

    alice.save("file", "two");

    FileHandle after = bob.open("file", READ);
    assertThat(bob.load(before)).isEqualTo(bytes("one"));
    assertThat(bob.load(after)).isEqualTo(bytes("two"));
    bob.close(before);
    bob.close(after);
  }

  @Test
  void handlesOfOneAgentShareWhatIsWritten() throws Exception {
    alice.save("file", "one");
    FileHandle reader = alice.open("file", READ);
    FileHandle writer = alice.open("file", WRITE);
    FileHandle other = alice.open("file", WRITE);

    alice.write(writer, 0, bytes("TW"));
    alice.write(other, 2, bytes("O!"));

    assertThat(alice.load(reader)).isEqualTo(bytes("TWO!"));
    assertThat(alice.find("file").size()).isEqualTo(4);
    alice.close(writer);
    alice.close(other);
    alice.close(reader);
    assertThat(bob.text("file")).isEqualTo("TWO!");
  }

  @Test
  void secondWriterIsRefusedAndToldWhoWrites() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);

    assertErrno(Errno.EBUSY, () -> bob.open("file", WRITE));
    assertThat(bob.text("file")).isEqualTo("one");

    alice.close(writer);
    bob.save("file", "two");
    assertThat(alice.text("file")).isEqualTo("two");
  }

  @Test
  void closeWithoutChangeMakesNoVersion() throws Exception {
    alice.save("file", "one");
    long puts = puts();

    alice.close(alice.open("file", WRITE));

    assertThat(puts()).isEqualTo(puts);
    bob.close(bob.open("file", WRITE));
  }

  @Test
  void writerThatLostItsLockCannotOverwrite() throws Exception {
    alice.save("report.txt", "one");
    FileHandle writer = alice.open("report.txt", WRITE);
    alice.write(writer, 0, bytes("alice's"));
    alice.client.expireSession();
    bob.save("report.txt", "bob's");

    assertErrno(Errno.ESTALE, () -> alice.volume.flush(writer));
    alice.volume.release(writer);

    assertThat(alice.text("report.txt")).isEqualTo("bob's");
    List<String> names = bob.names(bob.root());
    assertThat(names).hasSize(2);
    assertThat(names.get(0)).startsWith("report (conflict ").endsWith(" alice@host).txt");
    assertThat(bob.text(names.get(0))).isEqualTo("alice's");
    assertThat(alice.volume.status().conflictCopies()).containsExactly(names.get(0));
  }

  @Test
  void writerThatLostItsLockCommitsIfNobodyElseWrote() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("two"));
    alice.client.expireSession();

    alice.close(writer);

    assertThat(bob.text("file")).isEqualTo("two");
  }

  @Test
  void fileThatSomebodyRemovedWhileItWasWrittenIsKeptAsACopy() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("two"));
    bob.volume.unlink(bob.root(), "file");

    assertErrno(Errno.ESTALE, () -> alice.volume.flush(writer));
    alice.volume.release(writer);

    List<String> names = bob.names(bob.root());
    assertThat(names).hasSize(1);
    assertThat(bob.text(names.get(0))).isEqualTo("two");
  }

  @Test
  void attributesThatAnotherAgentChangedWhileItWasWrittenStay() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("two"));
    bob.volume.setAttributes(bob.find("file").id(), AttributeChange.ofMode(0600));

    alice.close(writer);

    assertThat(bob.text("file")).isEqualTo("two");
    assertThat(bob.find("file").mode()).isEqualTo(0600);
  }

  @Test
  void attributesSetWhileWritingAreCommittedWithTheBytes() throws Exception {
    Instant then = Instant.parse("2020-02-02T02:02:02Z");
    FileHandle writer = alice.create("file");
    alice.write(writer, 0, bytes("one"));
    long commits = alice.client.roundTrips().commits();
    alice.volume.setAttributes(
        alice.find("file").id(), AttributeChange.ofTimes(Optional.of(then), Optional.of(then)));
    alice.volume.setAttributes(alice.find("file").id(), AttributeChange.ofMode(0400));

    alice.close(writer);

    assertThat(alice.client.roundTrips().commits()).isEqualTo(commits + 1);
    assertThat(bob.find("file").times().modified()).isEqualTo(then);
    assertThat(bob.find("file").mode()).isEqualTo(0400);
  }

  @Test
  void unlinkedFileLivesInItsHandles() throws Exception {
    alice.save("file", "one");
    FileHandle handle = alice.open("file", WRITE);

    alice.volume.unlink(alice.root(), "file");
    alice.write(handle, 3, bytes(" and two"));

    assertThat(alice.load(handle)).isEqualTo(bytes("one and two"));
    assertThat(alice.volume.attributes(handle).links()).isZero();
    assertThat(alice.volume.attributes(handle).size()).isEqualTo(11);
    long puts = puts();
    alice.close(handle);
    assertThat(puts()).isEqualTo(puts);
    assertThat(bob.names(bob.root())).isEmpty();
  }

  @Test
  void fileRenamedWhileItIsWrittenCommitsUnderItsNewName() throws Exception {
    alice.save("old", "one");
    FileHandle writer = alice.open("old", WRITE);
    alice.write(writer, 0, bytes("two"));

    bob.volume.rename(
        new EntryName(bob.root(), "old"), new EntryName(bob.root(), "new"), RenameMode.REPLACE);
    alice.close(writer);

    assertThat(bob.text("new")).isEqualTo("two");
    assertThat(bob.lookup("old")).isEmpty();
  }

  @Test
  void duplicatedDescriptorGoesOnAfterAFlush() throws Exception {
    FileHandle handle = alice.create("file");
    alice.write(handle, 0, bytes("one"));
    alice.volume.flush(handle);
    assertThat(bob.text("file")).isEqualTo("one");

    alice.write(handle, 3, bytes(" two"));
    alice.close(handle);

    assertThat(bob.text("file")).isEqualTo("one two");
  }

  @Test
  void duplicatedDescriptorCannotOverwriteWhatCameBetween() throws Exception {
    FileHandle handle = alice.create("file");
    alice.write(handle, 0, bytes("one"));
    alice.volume.flush(handle);
    bob.save("file", "bob's");

    assertErrno(Errno.ESTALE, () -> alice.write(handle, 3, bytes(" two")));
    alice.volume.release(handle);

    assertThat(alice.text("file")).isEqualTo("bob's");
  }

  @Test
  void appendGoesToTheEnd() throws Exception {
    alice.save("log", "one\n");
    FileHandle handle = bob.open("log", APPEND);
    bob.write(handle, 0, bytes("two\n"));
    bob.write(handle, 0, bytes("three\n"));
    bob.close(handle);

    assertThat(alice.text("log")).isEqualTo("one\ntwo\nthree\n");
  }

  @Test
  void truncateCutsAndExtendsWithZeros() throws Exception {
    byte[] content = random(3 * SEGMENT_BYTES, 2);
    alice.save("file", content);
    int cut = SEGMENT_BYTES + 100;

    bob.volume.setAttributes(bob.find("file").id(), AttributeChange.ofSize(cut));
    assertThat(alice.load("file")).isEqualTo(Arrays.copyOf(content, cut));

    bob.volume.setAttributes(bob.find("file").id(), AttributeChange.ofSize(4L * SEGMENT_BYTES));
    byte[] expected = Arrays.copyOf(Arrays.copyOf(content, cut), 4 * SEGMENT_BYTES);
    assertThat(alice.load("file")).isEqualTo(expected);
  }

  @Test
  void writeBeyondTheEndLeavesAHole() throws Exception {
    FileHandle handle = alice.create("sparse");
    alice.write(handle, 0, bytes("begin"));
    alice.write(handle, 2L * SEGMENT_BYTES + 7, bytes("end"));
    alice.close(handle);

    byte[] expected = new byte[2 * SEGMENT_BYTES + 10];
    System.arraycopy(bytes("begin"), 0, expected, 0, 5);
    System.arraycopy(bytes("end"), 0, expected, 2 * SEGMENT_BYTES + 7, 3);
    assertThat(bob.load("sparse")).isEqualTo(expected);
  }

  @Test
  void randomEditsOfALargeFileArriveExactly() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] model = random(6 * SEGMENT_BYTES, seed);
    alice.save("file", model);
    for (int round = 0; round < 30; round++) {
      Team.Agent writer = round % 2 == 0 ? bob : alice;
      FileHandle handle = writer.open("file", WRITE);
      for (int i = 0; i < 3; i++) {
        byte[] piece = random(1 + random.nextInt(SEGMENT_BYTES), random.nextLong());
        int offset = random.nextInt(model.length + 1000);
        model = Arrays.copyOf(model, Math.max(model.length, offset + piece.length));
        System.arraycopy(piece, 0, model, offset, piece.length);
        writer.write(handle, offset, piece);
        if (random.nextInt(4) == 0) {
          int size = random.nextInt(model.length + SEGMENT_BYTES);
          model = Arrays.copyOf(model, size);
          writer.volume.setAttributes(writer.find("file").id(), AttributeChange.ofSize(size));
        }
      }
      writer.close(handle);
      Team.Agent reader = round % 2 == 0 ? alice : bob;
      assertThat(reader.load("file")).as("seed %d, round %d", seed, round).isEqualTo(model);
    }
  }

  @Test
  void editUploadsOnlyTheSegmentsThatChanged() throws Exception {
    alice.save("file", random(20 * SEGMENT_BYTES, 3));
    long puts = puts();

    FileHandle handle = alice.open("file", WRITE);
    alice.write(handle, 7L * SEGMENT_BYTES, bytes("small"));
    alice.close(handle);

    // One segment and the manifest, to three clouds each.
    assertThat(puts() - puts).isEqualTo(6);
  }

  @Test
  void secondReadComesFromTheCache() throws Exception {
    alice.save("file", random(2 * SEGMENT_BYTES, 4));
    byte[] first = bob.load("file");
    long gets = gets();

    assertThat(bob.load("file")).isEqualTo(first);
    assertThat(alice.load("file")).isEqualTo(first);
    assertThat(gets()).isEqualTo(gets);
  }

  @Test
  void cacheKeepsItsLimit() throws Exception {
    team.cacheLimit = 300_000;
    Team.Agent carol = team.agent("carol");
    for (int i = 0; i < 10; i++) {
      carol.save("file" + i, random(100_000, i));
    }

    assertThat(carol.volume.status().cache().clean()).isLessThanOrEqualTo(300_000);
    for (int i = 0; i < 10; i++) {
      assertThat(carol.load("file" + i)).isEqualTo(random(100_000, i));
    }
    assertThat(carol.volume.status().cache().clean()).isLessThanOrEqualTo(300_000);
  }

  @Test
  void oneFaultyCloudIsNotNoticedByPrograms() throws Exception {
    for (FaultyObjectStore cloud : team.clouds) {
      for (Fault fault : List.of(new Fault.Down(), new Fault.RandomBytes())) {
        cloud.start(fault);
        alice.save("file", "with one cloud " + fault);
        assertThat(bob.text("file")).isEqualTo("with one cloud " + fault);
        cloud.heal();
      }
    }
  }

  @Test
  void closeFailsWhileTwoCloudsAreDownAndNothingIsLost() throws Exception {
    alice.save("file", "one");
    assertThat(alice.text("file")).isEqualTo("one");
    team.clouds.get(0).start(new Fault.Down());
    team.clouds.get(1).start(new Fault.Down());

    FileHandle writer = alice.open("file", TRUNCATE);
    alice.write(writer, 0, bytes("two"));
    assertErrno(Errno.EIO, () -> alice.volume.flush(writer));
    alice.volume.release(writer);

    assertThat(alice.text("file")).as("its own writes").isEqualTo("two");
    assertThat(alice.volume.status().pending()).hasSize(1);
    assertErrno(Errno.EIO, () -> bob.text("file"));

    team.clouds.forEach(FaultyObjectStore::heal);
    assertThat(bob.text("file")).as("what was acknowledged").isEqualTo("one");
    alice.stop();
    assertThat(bob.text("file")).isEqualTo("two");
  }

  @Test
  void commitWhoseOutcomeWasUnknownIsNotTakenForSomebodyElses() throws Exception {
    for (boolean applied : new boolean[] {true, false}) {
      String name = "file, applied: " + applied;
      alice.save(name, "one");
      FileHandle writer = alice.open(name, WRITE);
      alice.write(writer, 0, bytes("two"));
      alice.client.cutOffAtNextCommit(applied);
      assertThat(catchThrowable(() -> alice.volume.flush(writer))).isNotNull();
      alice.client.setReachable(true);

      alice.close(writer);

      assertThat(bob.text(name)).isEqualTo("two");
      assertThat(alice.volume.status().conflictCopies()).isEmpty();
    }
  }

  @Test
  void changesThatCouldNotBeKeptYetAreNotOverwrittenByTheNextWriter() throws Exception {
    alice.save("file", "one");
    FileHandle writer = alice.open("file", WRITE);
    alice.write(writer, 0, bytes("alice's"));
    alice.client.expireSession();
    bob.save("file", "bob's");
    team.clouds.get(0).start(new Fault.Down());
    team.clouds.get(1).start(new Fault.Down());
    assertErrno(Errno.EIO, () -> alice.volume.flush(writer));
    alice.volume.release(writer);

    assertErrno(Errno.EIO, () -> alice.open("file", TRUNCATE));
    team.clouds.forEach(FaultyObjectStore::heal);
    alice.save("file", "alice's second");

    assertThat(bob.text("file")).isEqualTo("alice's second");
    List<String> names = bob.names(bob.root());
    assertThat(names).hasSize(2);
    assertThat(bob.text(names.get(1))).isEqualTo("alice's");
  }
}
