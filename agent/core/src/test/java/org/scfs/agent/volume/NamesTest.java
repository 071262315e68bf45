package org.scfs.agent.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.agent.volume.Team.CALLER;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.agent.vfs.XattrMode;
import org.scfs.ports.Id128;

/** The tree of names, as one agent and as two see it. */
final class NamesTest {

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

  private Id128 mkdir(Team.Agent agent, Id128 parent, String name) throws VfsException {
    return agent.volume.makeDirectory(parent, name, 0755, CALLER).id();
  }

  private void rename(Team.Agent agent, EntryName from, EntryName to) throws VfsException {
    agent.volume.rename(from, to, RenameMode.REPLACE);
  }

  static void assertErrno(Errno errno, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            VfsException.class, e -> assertThat(e.errno()).as(e.getMessage()).isEqualTo(errno));
  }

  @Test
  void newDirectoryIsSeenByTheOtherAgent() throws Exception {
    Id128 id = mkdir(alice, alice.root(), "papers");

    Attributes seen = bob.find("papers");

    assertThat(seen.id()).isEqualTo(id);
    assertThat(seen.type()).isEqualTo(FileType.DIRECTORY);
    assertThat(seen.mode()).isEqualTo(0755);
    assertThat(seen.owner()).isEqualTo(new Attributes.Owner(1000, 100));
    assertThat(bob.names(bob.root())).containsExactly("papers");
  }

  @Test
  void nameThatIsTakenByTheOtherAgentIsRefused() throws Exception {
    assertThat(alice.names(alice.root())).isEmpty();
    mkdir(bob, bob.root(), "papers");

    assertErrno(Errno.EEXIST, () -> mkdir(alice, alice.root(), "papers"));
  }

  @Test
  void directoryWithEntriesIsNotRemoved() throws Exception {
    Id128 papers = mkdir(alice, alice.root(), "papers");
    mkdir(bob, papers, "drafts");

    assertErrno(Errno.ENOTEMPTY, () -> alice.volume.removeDirectory(alice.root(), "papers"));

    bob.volume.removeDirectory(papers, "drafts");
    alice.volume.removeDirectory(alice.root(), "papers");
    assertThat(bob.names(bob.root())).isEmpty();
    assertErrno(Errno.ENOENT, () -> mkdir(bob, papers, "late"));
  }

  @Test
  void namesOfWrongFormAreRefused() {
    assertErrno(Errno.ENAMETOOLONG, () -> mkdir(alice, alice.root(), "x".repeat(256)));
    assertErrno(Errno.ENAMETOOLONG, () -> mkdir(alice, alice.root(), "é".repeat(128)));
    assertErrno(Errno.EINVAL, () -> mkdir(alice, alice.root(), ".."));
    assertErrno(Errno.EINVAL, () -> mkdir(alice, alice.root(), "a/b"));
    assertErrno(Errno.EILSEQ, () -> mkdir(alice, alice.root(), "\ud800"));
  }

  @Test
  void renameMovesAWholeDirectoryInOneTransaction() throws Exception {
    Id128 from = mkdir(alice, alice.root(), "from");
    Id128 to = mkdir(alice, alice.root(), "to");
    mkdir(alice, mkdir(alice, from, "deep"), "deeper");
    long before = alice.client.roundTrips().commits();

    rename(alice, new EntryName(from, "deep"), new EntryName(to, "moved"));

    assertThat(alice.client.roundTrips().commits()).isEqualTo(before + 1);
    assertThat(bob.find("to/moved/deeper").type()).isEqualTo(FileType.DIRECTORY);
    assertThat(bob.lookup("from/deep")).isEmpty();
  }

  @Test
  void directoryCannotMoveIntoItself() throws Exception {
    Id128 a = mkdir(alice, alice.root(), "a");
    Id128 b = mkdir(alice, a, "b");

    assertErrno(
        Errno.EINVAL, () -> rename(alice, new EntryName(alice.root(), "a"), new EntryName(b, "a")));
    assertErrno(
        Errno.EINVAL, () -> rename(alice, new EntryName(alice.root(), "a"), new EntryName(a, "a")));
  }

  @Test
  void twoMovesThatWouldMakeACycleTogetherDoNot() throws Exception {
    for (int round = 0; round < 20; round++) {
      Id128 a = mkdir(alice, alice.root(), "a" + round);
      Id128 b = mkdir(alice, alice.root(), "b" + round);
      String nameOfA = "a" + round;
      String nameOfB = "b" + round;
      bob.find(nameOfA);
      bob.find(nameOfB);
      List<Boolean> moved =
          together(
              () -> rename(alice, new EntryName(alice.root(), nameOfA), new EntryName(b, nameOfA)),
              () -> rename(bob, new EntryName(bob.root(), nameOfB), new EntryName(a, nameOfB)));

      assertThat(moved).as("exactly one of the moves").containsOnlyOnce(true);
    }
  }

  private interface Move {
    void run() throws VfsException;
  }

  private static List<Boolean> together(Move... moves) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> results = new ArrayList<>();
      for (Move move : moves) {
        results.add(threads.submit(() -> succeeds(move)));
      }
      List<Boolean> outcome = new ArrayList<>();
      for (Future<Boolean> result : results) {
        outcome.add(result.get());
      }
      return outcome;
    }
  }

  private static boolean succeeds(Move move) {
    try {
      move.run();
      return true;
    } catch (VfsException e) {
      assertThat(e.errno()).isEqualTo(Errno.EINVAL);
      return false;
    }
  }

  @Test
  void renameReplacesAFileButNotADirectoryByAFile() throws Exception {
    alice.save("old", "old");
    alice.save("new", "new");
    mkdir(alice, alice.root(), "folder");

    rename(alice, new EntryName(alice.root(), "new"), new EntryName(alice.root(), "old"));

    assertThat(bob.text("old")).isEqualTo("new");
    assertThat(bob.names(bob.root())).containsExactly("folder", "old");
    assertErrno(
        Errno.EISDIR,
        () ->
            rename(
                alice, new EntryName(alice.root(), "old"), new EntryName(alice.root(), "folder")));
    assertErrno(
        Errno.ENOTDIR,
        () ->
            rename(
                alice, new EntryName(alice.root(), "folder"), new EntryName(alice.root(), "old")));
  }

  @Test
  void renameThatMustNotReplaceDoesNot() throws Exception {
    alice.save("a", "a");
    alice.save("b", "b");
    EntryName a = new EntryName(alice.root(), "a");
    EntryName b = new EntryName(alice.root(), "b");

    assertErrno(Errno.EEXIST, () -> alice.volume.rename(a, b, RenameMode.NO_REPLACE));
    alice.volume.rename(a, b, RenameMode.EXCHANGE);

    assertThat(bob.text("a")).isEqualTo("b");
    assertThat(bob.text("b")).isEqualTo("a");
  }

  @Test
  void hardLinksShareOneObject() throws Exception {
    alice.save("one", "text");
    alice.volume.link(alice.find("one").id(), alice.root(), "two");

    assertThat(bob.find("two").id()).isEqualTo(bob.find("one").id());
    assertThat(bob.find("one").links()).isEqualTo(2);

    bob.volume.unlink(bob.root(), "one");
    assertThat(alice.text("two")).isEqualTo("text");
    assertThat(alice.find("two").links()).isEqualTo(1);

    EntryName two = new EntryName(alice.root(), "two");
    alice.volume.link(alice.find("two").id(), alice.root(), "three");
    alice.volume.rename(two, new EntryName(alice.root(), "three"), RenameMode.REPLACE);
    assertThat(alice.names(alice.root())).containsExactly("three", "two");
  }

  @Test
  void directoryHasOneNameOnly() throws Exception {
    Id128 id = mkdir(alice, alice.root(), "papers");

    assertErrno(Errno.EPERM, () -> alice.volume.link(id, alice.root(), "again"));
    assertErrno(Errno.EISDIR, () -> alice.volume.unlink(alice.root(), "papers"));
  }

  @Test
  void largeDirectorySplitsIntoBucketsAndKeepsAllNames() throws Exception {
    Id128 big = mkdir(alice, alice.root(), "big");
    List<String> names =
        IntStream.range(0, 3000).mapToObj(i -> "a file with a number " + i).sorted().toList();
    for (String name : names) {
      alice.volume.makeSymlink(big, name, "target", CALLER);
    }

    assertThat(bob.names(big)).isEqualTo(names);
    assertThat(bob.find("big/a file with a number 2999").type()).isEqualTo(FileType.SYMLINK);
    assertErrno(
        Errno.EEXIST, () -> bob.volume.makeSymlink(big, "a file with a number 7", "x", CALLER));
    for (String name : names) {
      bob.volume.unlink(big, name);
    }
    assertThat(alice.names(big)).isEmpty();
    alice.volume.removeDirectory(alice.root(), "big");
  }

  @Test
  void twoAgentsFillOneDirectoryAtOnce() throws Exception {
    Id128 shared = mkdir(alice, alice.root(), "shared");
    bob.find("shared");
    List<Boolean> done =
        together(
            () -> makeMany(alice, shared, "alice"),
            () -> makeMany(alice, shared, "alice too"),
            () -> makeMany(bob, shared, "bob"));

    assertThat(done).containsOnly(true);
    assertThat(alice.names(shared)).hasSize(600);
  }

  private static void makeMany(Team.Agent agent, Id128 directory, String prefix)
      throws VfsException {
    for (int i = 0; i < 200; i++) {
      agent.volume.makeSymlink(directory, prefix + " " + i, "target", CALLER);
    }
  }

  @Test
  void attributesChangeForEverybody() throws Exception {
    alice.save("file", "x");
    Id128 id = alice.find("file").id();
    Instant old = Instant.parse("1969-12-31T23:59:59.123456789Z");

    alice.volume.setAttributes(id, AttributeChange.ofMode(0600));
    alice.volume.setAttributes(id, AttributeChange.ofOwner(OptionalInt.of(7), OptionalInt.of(8)));
    alice.volume.setAttributes(id, AttributeChange.ofTimes(Optional.empty(), Optional.of(old)));

    Attributes seen = bob.find("file");
    assertThat(seen.mode()).isEqualTo(0600);
    assertThat(seen.owner()).isEqualTo(new Attributes.Owner(7, 8));
    assertThat(seen.times().modified()).isEqualTo(old);
  }

  @Test
  void directoryShowsWhenItsEntriesChanged() throws Exception {
    Id128 papers = mkdir(alice, alice.root(), "papers");
    Instant old = Instant.parse("2001-01-01T00:00:00Z");
    alice.volume.setAttributes(papers, AttributeChange.ofTimes(Optional.of(old), Optional.of(old)));
    assertThat(bob.find("papers").times().modified()).isEqualTo(old);

    mkdir(bob, papers, "drafts");

    assertThat(bob.volume.attributes(papers).times().modified()).isAfter(old);
    assertThat(alice.find("papers").times().modified()).isAfter(old);
  }

  @Test
  void groupOfASetGroupIdDirectoryIsInherited() throws Exception {
    Id128 shared = mkdir(alice, alice.root(), "shared");
    alice.volume.setAttributes(
        shared, AttributeChange.ofOwner(OptionalInt.empty(), OptionalInt.of(4711)));
    alice.volume.setAttributes(shared, AttributeChange.ofMode(02775));

    Attributes made = bob.volume.makeDirectory(shared, "sub", 0755, CALLER);

    assertThat(made.owner().gid()).isEqualTo(4711);
    assertThat(made.mode()).isEqualTo(02755);
  }

  @Test
  void extendedAttributesAreKept() throws Exception {
    alice.save("file", "x");
    Id128 id = alice.find("file").id();
    byte[] value = "value".getBytes(StandardCharsets.UTF_8);

    alice.volume.setXattr(id, "user.tag", value, XattrMode.CREATE);

    bob.find("file");
    assertThat(bob.volume.xattr(id, "user.tag")).hasValue(value);
    assertThat(bob.volume.xattrNames(id)).containsExactly("user.tag");
    assertErrno(Errno.EEXIST, () -> alice.volume.setXattr(id, "user.tag", value, XattrMode.CREATE));
    assertErrno(
        Errno.ENODATA, () -> alice.volume.setXattr(id, "user.no", value, XattrMode.REPLACE));
    bob.volume.removeXattr(id, "user.tag");
    assertErrno(Errno.ENODATA, () -> bob.volume.removeXattr(id, "user.tag"));
  }

  @Test
  void lostReplyOfACreationIsNoError() throws Exception {
    alice.client.loseNextReply();

    mkdir(alice, alice.root(), "papers");

    assertThat(bob.names(bob.root())).containsExactly("papers");
  }

  @Test
  void unreachableServiceIsAnErrorInBoundedTime() throws Exception {
    alice.client.setReachable(false);

    assertErrno(Errno.ETIMEDOUT, () -> mkdir(alice, alice.root(), "papers"));

    alice.client.setReachable(true);
    assertThat(alice.names(alice.root())).isEmpty();
  }
}
