package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.TestVolume.SEGMENT;
import static org.scfs.depsky.TestVolume.UNIT;
import static org.scfs.depsky.TestVolume.content;
import static org.scfs.depsky.TestVolume.random;
import static org.scfs.depsky.TestVolume.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;
import org.scfs.storage.testkit.Fault;
import org.scfs.storage.testkit.MemoryObjectStore;
import org.scfs.storage.testkit.Operation;

/** Checking versions, and repairing them without plaintext or key. */
final class RepairTest {

  private static final int LARGE = 3 * SEGMENT + 77;

  private final TestVolume volume = new TestVolume();
  private final AnchoredStore store = volume.store();

  @AfterEach
  void close() {
    volume.close();
  }

  private void damage(int cloud, ObjectKey key) throws Exception {
    byte[] object = volume.object(cloud, key);
    object[object.length - 1] ^= 1;
    volume.below.get(cloud).put(key, Payload.of(object), PutMode.REPLACE);
  }

  private static List<BlockState> states(VersionCheck check, int segment) {
    return check.findings().stream()
        .filter(finding -> finding.segment() == segment)
        .map(BlockFinding::state)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30_000, LARGE})
  void checkSaysWhichBlocksAreThere(int size) throws Exception {
    VersionRef ref = store.write(UNIT, content(random(1, size)));
    VersionCheck check = store.check(UNIT, ref);
    assertThat(check.isDurable()).isTrue();
    assertThat(states(check, 0))
        .containsExactly(BlockState.GOOD, BlockState.GOOD, BlockState.GOOD, BlockState.MISSING);
    assertThat(check.findings()).hasSize(size == LARGE ? 5 * 4 : 4);
  }

  @Test
  void checkNamesWhatIsWrongAndChangesNothing() throws Exception {
    VersionRef ref = store.write(UNIT, content(random(1, LARGE)));
    List<ObjectKey> keys = new ArrayList<>(store.objects(UNIT, ref));
    damage(0, keys.get(2));
    volume.below.get(1).delete(List.of(keys.get(2)));
    volume.clouds.get(2).start(new Fault.Denied());
    VersionCheck check = store.check(UNIT, ref);
    assertThat(states(check, 1))
        .containsExactly(
            BlockState.CORRUPT, BlockState.MISSING, BlockState.NO_ANSWER, BlockState.MISSING);
    assertThat(check.isDurable()).isFalse();
    assertThat(check.findings().get(4).detail()).isNotEmpty();
    assertThat(TestVolume.health(store, 0).state()).isEqualTo(CloudState.FAULTY);
    assertThat(TestVolume.health(store, 1).explanation()).contains("lost an object");
    assertThat(volume.calls(Operation.DELETE)).isZero();
    assertThat(volume.calls(Operation.PUT)).isEqualTo(3 * 5);
  }

  /** Each parameter set, each cloud: what is rebuilt is what was written, to the last byte. */
  @ParameterizedTest
  @CsvSource({"4, 1, 2, 2", "4, 1, 1, 2", "7, 2, 3, 3", "10, 3, 4, 4", "8, 2, 4, 3", "9, 2, 2, 5"})
  void everyBlockIsRebuiltAsItWas(int n, int f, int k, int t) throws Exception {
    TestVolume volume = new TestVolume(new QuorumParameters(n, f, k, t));
    AnchoredStore store = volume.store();
    for (int size : new int[] {12_345, SEGMENT + 3}) {
      VersionRef ref = store.write(UNIT, content(random(size, size)));
      assertThat(store.repair(UNIT, ref, RepairGoal.EVERYWHERE).after().count(BlockState.GOOD))
          .isEqualTo((size > SEGMENT ? 3L : 1L) * n);
      for (int cloud = 0; cloud < n; cloud++) {
        for (ObjectKey key : store.objects(UNIT, ref)) {
          byte[] was = volume.object(cloud, key);
          volume.below.get(cloud).delete(List.of(key));
          assertThat(store.repair(UNIT, ref, RepairGoal.EVERYWHERE).repaired()).isEqualTo(1);
          assertThat(volume.object(cloud, key)).isEqualTo(was);
        }
      }
    }
    volume.close();
  }

  @Test
  void corruptObjectIsReplacedAndGoodOnesAreNotTouched() throws Exception {
    byte[] content = random(1, LARGE);
    VersionRef ref = store.write(UNIT, content(content));
    List<ObjectKey> keys = new ArrayList<>(store.objects(UNIT, ref));
    byte[] right = volume.object(0, keys.get(1));
    damage(0, keys.get(1));
    RepairReport report = store.repair(UNIT, ref, RepairGoal.DURABLE);
    assertThat(report.before().count(BlockState.CORRUPT)).isEqualTo(1);
    assertThat(report.repaired()).isEqualTo(1);
    assertThat(report.after().isDurable()).isTrue();
    assertThat(volume.object(0, keys.get(1))).isEqualTo(right);
    assertThat(volume.calls(Operation.DELETE)).isEqualTo(1);
    assertThat(volume.calls(Operation.PUT)).isEqualTo(3 * 5 + 1);
  }

  /** One cloud is gone for good: another one takes its place, and all it held is made anew. */
  @ParameterizedTest
  @ValueSource(ints = {30_000, LARGE})
  void replacementOfALostCloudGetsItsBlocks(int size) throws Exception {
    byte[] content = random(1, size);
    VersionRef ref = store.write(UNIT, content(content));
    MemoryObjectStore empty = new MemoryObjectStore(volume.environment.time());
    List<ObjectStore> stores = new ArrayList<>(volume.clouds);
    stores.set(1, empty);
    AnchoredStore renewed = volume.store(stores);
    assertThat(renewed.repair(UNIT, ref, RepairGoal.EVERYWHERE).after().isDurable()).isTrue();
    for (ObjectKey key : renewed.objects(UNIT, ref)) {
      assertThat(empty.get(key, ByteRange.first(1 << 20)).orElseThrow())
          .isEqualTo(volume.object(1, key));
    }
    volume.clouds.get(0).start(new Fault.Down());
    volume.clouds.get(2).start(new Fault.Down());
    assertThat(read(renewed, ref)).isEqualTo(content);
  }

  @Test
  void lostCloudIsMadeUpForByTheSpareOne() throws Exception {
    byte[] content = random(1, LARGE);
    VersionRef ref = store.write(UNIT, content(content));
    volume.clouds.getFirst().start(new Fault.Down());
    RepairReport report = store.repair(UNIT, ref, RepairGoal.DURABLE);
    assertThat(report.after().isDurable()).isTrue();
    assertThat(report.after().count(BlockState.NO_ANSWER)).isEqualTo(5);
    volume.clouds.get(1).start(new Fault.Down());
    assertThat(read(volume.store(), ref)).isEqualTo(content);
  }

  /** A second look before anything is deleted: the fault may have been in the line. */
  @Test
  void objectThatTurnsOutGoodIsNotDeleted() throws Exception {
    VersionRef ref = store.write(UNIT, content(random(1, 100)));
    List<ObjectStore> stores = new ArrayList<>(volume.clouds);
    stores.set(
        0,
        new DelegatingStore(volume.clouds.getFirst()) {
          private int reads;

          // Wrong in the check; right when the manifest is fetched and when it is looked at again.
          @Override
          public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
            Optional<byte[]> object = super.get(key, range);
            reads++;
            object.ifPresent(bytes -> bytes[bytes.length - 1] ^= reads == 4 ? (byte) 1 : 0);
            return object;
          }
        });
    AnchoredStore other = volume.store(stores);
    assertThat(other.check(UNIT, ref).isDurable()).isTrue();
    RepairReport report = other.repair(UNIT, ref, RepairGoal.DURABLE);
    assertThat(report.before().count(BlockState.CORRUPT)).isEqualTo(1);
    assertThat(report.after().isDurable()).isTrue();
    assertThat(volume.calls(Operation.DELETE)).isZero();
  }

  @Test
  void tooFewGoodBlocksAreAClearErrorAndNothingIsDeleted() throws Exception {
    VersionRef ref = store.write(UNIT, content(random(1, LARGE)));
    List<ObjectKey> keys = new ArrayList<>(store.objects(UNIT, ref));
    damage(0, keys.get(1));
    damage(1, keys.get(1));
    assertThatThrownBy(() -> store.repair(UNIT, ref, RepairGoal.DURABLE))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class)
        .hasMessageContaining("cloud-a: CORRUPT")
        .hasMessageContaining("cloud-b: CORRUPT");
    assertThat(volume.calls(Operation.DELETE)).isZero();
  }

  @Test
  void cloudThatGoesOnLyingIsReportedAsCorrupt() throws Exception {
    VersionRef ref = store.write(UNIT, content(random(1, 100)));
    volume.clouds.getFirst().start(new Fault.RandomBytes());
    RepairReport report = store.repair(UNIT, ref, RepairGoal.DURABLE);
    assertThat(states(report.after(), 0))
        .containsExactly(BlockState.CORRUPT, BlockState.GOOD, BlockState.GOOD, BlockState.GOOD);
  }
}
