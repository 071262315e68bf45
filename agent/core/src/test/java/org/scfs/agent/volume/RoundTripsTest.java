package org.scfs.agent.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.agent.volume.Team.CALLER;
import static org.scfs.agent.volume.Team.READ;
import static org.scfs.agent.volume.Team.WRITE;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.DirectoryItem;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;

/** The budgets of round trips to the coordination service that docs/architecture.md promises. */
final class RoundTripsTest {

  @TempDir private Path folder;
  private Team team;
  private Team.Agent alice;

  @BeforeEach
  void found() throws Exception {
    team = new Team(folder);
    team.metadataTimeToLive = Duration.ofHours(1);
    alice = team.agent("alice");
    alice.save("file", "text");
  }

  @AfterEach
  void close() {
    team.close();
  }

  private interface Step {
    void run() throws VfsException;
  }

  private long cost(Step step) throws VfsException {
    var before = alice.client.roundTrips();
    step.run();
    return alice.client.roundTrips().since(before).total();
  }

  @Test
  void lookupTakesOneRoundTrip() throws Exception {
    assertThat(cost(() -> alice.volume.lookup(alice.root(), "file", Freshness.LATEST)))
        .isEqualTo(1);
    assertThat(cost(() -> alice.volume.lookup(alice.root(), "file", Freshness.CACHED))).isZero();
    assertThat(cost(() -> alice.volume.lookup(alice.root(), "missing", Freshness.LATEST)))
        .isEqualTo(1);
  }

  @Test
  void openForReadingTakesOneRoundTrip() throws Exception {
    assertThat(
            cost(
                () -> {
                  Attributes file =
                      alice.volume.lookup(alice.root(), "file", Freshness.LATEST).orElseThrow();
                  alice.volume.release(alice.volume.open(file.id(), READ, CALLER));
                }))
        .isEqualTo(1);
  }

  @Test
  void openForWritingTakesTwoAndCloseOne() throws Exception {
    Id128 id = alice.find("file").id();
    FileHandle[] handle = new FileHandle[1];

    assertThat(cost(() -> handle[0] = alice.volume.open(id, WRITE, CALLER))).isLessThanOrEqualTo(2);
    alice.write(handle[0], 0, new byte[] {1});
    assertThat(cost(() -> alice.volume.flush(handle[0]))).isEqualTo(1);
    assertThat(cost(() -> alice.volume.release(handle[0]))).isZero();
  }

  @Test
  void changesOfNamesTakeOneRoundTripEach() throws Exception {
    assertThat(cost(() -> alice.volume.release(alice.create("new")))).isLessThanOrEqualTo(2);
    assertThat(cost(() -> alice.volume.makeDirectory(alice.root(), "folder", 0755, CALLER)))
        .isEqualTo(1);
    EntryName from = new EntryName(alice.root(), "new");
    EntryName to = new EntryName(alice.root(), "renamed");
    assertThat(cost(() -> alice.volume.rename(from, to, RenameMode.REPLACE))).isEqualTo(1);
    assertThat(cost(() -> alice.volume.unlink(alice.root(), "renamed"))).isEqualTo(1);
  }

  @Test
  void listingAThousandEntriesWithAttributesTakesThree() throws Exception {
    Id128 big = alice.volume.makeDirectory(alice.root(), "big", 0755, CALLER).id();
    for (int i = 0; i < 1000; i++) {
      alice.volume.makeSymlink(big, "link " + i, "target", CALLER);
    }
    Team.Agent bob = team.agent("bob");
    var before = bob.client.roundTrips();

    for (DirectoryItem item : bob.volume.list(big)) {
      assertThat(bob.volume.attributes(item.id()).size()).isEqualTo(6);
    }

    assertThat(bob.client.roundTrips().since(before).total()).isLessThanOrEqualTo(3);
  }
}
