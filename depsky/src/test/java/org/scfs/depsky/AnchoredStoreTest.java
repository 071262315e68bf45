package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.TestVolume.SEGMENT;
import static org.scfs.depsky.TestVolume.UNIT;
import static org.scfs.depsky.TestVolume.bits;
import static org.scfs.depsky.TestVolume.content;
import static org.scfs.depsky.TestVolume.random;
import static org.scfs.depsky.TestVolume.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.testkit.Operation;

final class AnchoredStoreTest {

  private final TestVolume volume = new TestVolume();
  private final AnchoredStore store = volume.store();

  @AfterEach
  void close() {
    store.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 65_535, 65_536, 65_537, 99_999, 100_000, 100_001, 200_000, 1_234_567})
  void whatIsWrittenIsReadBack(int size) throws Exception {
    byte[] content = random(size, size);
    VersionRef ref = store.write(UNIT, content(content));
    try (AnchoredStore other = volume.store()) {
      StoredVersion version = other.open(UNIT, ref);
      assertThat(version.size()).isEqualTo(size);
      assertThat(version.segmentCount()).isEqualTo(Math.ceilDiv(size, SEGMENT));
      assertThat(read(version)).isEqualTo(content);
      assertThat(read(version)).as("read again").isEqualTo(content);
      assertThat(other.health()).allMatch(h -> h.state() == CloudState.HEALTHY);
    }
  }

  @Test
  void otherParametersWorkToo() throws Exception {
    for (QuorumParameters parameters :
        List.of(
            QuorumParameters.forFaults(7, 2),
            QuorumParameters.forFaults(10, 3),
            new QuorumParameters(6, 1, 4, 2),
            new QuorumParameters(6, 1, 2, 4),
            new QuorumParameters(1, 0, 1, 1))) {
      try (TestVolume other = new TestVolume(parameters);
          AnchoredStore otherStore = other.store()) {
        for (int size : new int[] {1, 12_345, 250_000}) {
          byte[] content = random(size, size);
          VersionRef ref = otherStore.write(UNIT, content(content));
          assertThat(read(otherStore, ref)).as("%s", parameters).isEqualTo(content);
        }
      }
    }
  }

  @Test
  void smallFileCostsOneRoundOfPutsAndOneOfGets() throws Exception {
    VersionRef ref = store.write(UNIT, content(random(1, 50_000)));
    assertThat(volume.calls(Operation.PUT)).isEqualTo(3);
    StoredVersion version = store.open(UNIT, ref);
    assertThat(volume.calls(Operation.GET)).isEqualTo(2);
    read(version);
    assertThat(volume.calls(Operation.GET)).isEqualTo(2);
    assertThat(volume.calls(Operation.HEAD) + volume.calls(Operation.LIST)).isZero();
  }

  @Test
  void segmentOfALargeFileIsReadWithoutTheOthers() throws Exception {
    byte[] content = random(1, 10 * SEGMENT);
    StoredVersion version = store.open(UNIT, store.write(UNIT, content(content)));
    long before = volume.calls(Operation.GET);
    ByteBuffer segment = ByteBuffer.allocate(SEGMENT);
    version.readSegment(7, (_, plaintext) -> segment.put(plaintext));
    assertThat(segment.flip()).isEqualTo(ByteBuffer.wrap(content, 7 * SEGMENT, SEGMENT));
    assertThat(volume.calls(Operation.GET) - before).isEqualTo(2);
  }

  @Test
  void storedBytesAreAboutOneAndAHalfTimesTheContent() throws Exception {
    store.write(UNIT, content(random(1, 10 * SEGMENT)));
    assertThat((double) volume.storedBytes()).isBetween(15.0 * SEGMENT, 15.3 * SEGMENT);
  }

  @Test
  void noObjectHoldsPlaintext() throws Exception {
    String secret = "the quick brown fox jumps over the lazy dog. ";
    byte[] small = secret.repeat(20).getBytes(StandardCharsets.UTF_8);
    byte[] large = secret.repeat(6000).getBytes(StandardCharsets.UTF_8);
    store.write(UNIT, content(small));
    store.write(UNIT, content(large));
    int objects = 0;
    for (int cloud = 0; cloud < 4; cloud++) {
      for (ObjectKey key : volume.keys(cloud)) {
        String object = new String(volume.object(cloud, key), StandardCharsets.ISO_8859_1);
        assertThat(object).doesNotContain("quick", "brown", "lazy");
        objects++;
      }
    }
    assertThat(objects).isEqualTo(3 * (1 + 1 + 3));
  }

  @Test
  void objectsAreNamedByHashAndRandomIds() throws Exception {
    VersionRef ref = store.write(UNIT, content(random(1, 3 * SEGMENT)));
    String folder = TestVolume.VOLUME + "/units/00/" + UNIT + "/";
    assertThat(volume.keys(0))
        .hasSize(4)
        .contains(new ObjectKey(folder + ref.manifestHash()))
        .filteredOn(key -> !key.value().endsWith(ref.manifestHash().toString()))
        .allMatch(key -> key.value().matches(folder + "s-[0-9a-f]{32}"));
  }

  @Test
  void emptyContentIsRefused() {
    assertThatThrownBy(() -> store.write(UNIT, content(new byte[0])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty file");
    assertThat(volume.calls(Operation.PUT)).isZero();
  }

  @Test
  void tooLargeContentIsRefusedBeforeAnythingIsStored() {
    Content huge =
        new Content() {
          @Override
          public long size() {
            return Long.MAX_VALUE;
          }

          @Override
          public void read(long offset, ByteBuffer into) throws IOException {
            throw new IOException("must not be read");
          }
        };
    assertThatThrownBy(() -> store.write(UNIT, huge))
        .isInstanceOf(DepSkyException.ContentFailed.class)
        .hasMessageContaining("too many segments");
    assertThat(volume.calls(Operation.PUT)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 5 * SEGMENT})
  void contentThatCannotBeReadFails(int size) {
    Content broken =
        new Content() {
          @Override
          public long size() {
            return size;
          }

          @Override
          public void read(long offset, ByteBuffer into) throws IOException {
            if (offset >= size - 10) {
              throw new IOException("disk on fire");
            }
            into.position(into.limit());
            if (offset + into.limit() == size) {
              throw new IOException("disk on fire");
            }
          }
        };
    assertThatThrownBy(() -> store.write(UNIT, broken))
        .isInstanceOf(DepSkyException.ContentFailed.class)
        .hasRootCauseMessage("disk on fire");
  }

  @Test
  void sinkThatFailsEndsTheRead() throws Exception {
    StoredVersion version = store.open(UNIT, store.write(UNIT, content(new byte[10])));
    assertThatThrownBy(
            () ->
                version.readSegment(
                    0,
                    (_, _) -> {
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(DepSkyException.ContentFailed.class)
        .hasRootCauseMessage("disk full");
    assertThat(read(version)).isEqualTo(new byte[10]);
  }

  @Test
  void versionOfAnotherUnitOrVolumeIsDamagedAndNoCloudIsBlamed() throws Exception {
    for (int size : new int[] {100, 3 * SEGMENT}) {
      VersionRef ref = store.write(UNIT, content(random(1, size)));
      Id128 other = new Id128(5, 5);
      for (int cloud = 0; cloud < 3; cloud++) {
        String name = "/" + ref.manifestHash();
        String from = TestVolume.VOLUME + "/units/00/" + UNIT + name;
        String to = TestVolume.VOLUME + "/units/00/" + other + name;
        volume
            .below
            .get(cloud)
            .put(
                new ObjectKey(to),
                org.scfs.storage.Payload.of(volume.object(cloud, new ObjectKey(from))),
                org.scfs.storage.PutMode.CREATE);
      }
      assertThatThrownBy(() -> store.open(other, ref))
          .isInstanceOf(DepSkyException.Damaged.class)
          .hasMessageContaining("another data unit");
    }
    assertThat(store.health()).allMatch(h -> h.state() == CloudState.HEALTHY);
  }

  @Test
  void versionWithOtherParametersThanTheVolumeIsDamaged() throws Exception {
    VersionRef ref = store.write(UNIT, content(new byte[100]));
    var settings =
        new AnchoredStoreSettings(
            TestVolume.VOLUME, volume.parameters, SEGMENT / 2, TestVolume.TIMEOUT);
    List<Cloud> clouds =
        volume.clouds.stream().map(c -> new Cloud("c" + volume.clouds.indexOf(c), c)).toList();
    SigningKey key = SigningKey.generate(volume.environment.randomness());
    var other = new AnchoredStore(settings, clouds, key, volume.environment);
    assertThatThrownBy(() -> other.open(UNIT, ref))
        .isInstanceOf(DepSkyException.Damaged.class)
        .hasMessageContaining("segment size");
  }

  @Test
  void versionThatNobodyWroteIsNotFoundInTime() {
    VersionRef ref = new VersionRef(Digest.of(new byte[32]), 200);
    assertThatThrownBy(() -> store.open(UNIT, ref))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class)
        .hasMessageContaining("needed 2 of 4")
        .hasMessageContaining("cloud-a: has no")
        .hasMessageContaining("cloud-d: has no");
    assertThat(store.health()).allMatch(h -> h.state() == CloudState.HEALTHY);
  }

  @Test
  void onlyChangedSegmentsAreUploaded() throws Exception {
    byte[] content = random(1, 5 * SEGMENT + 5);
    StoredVersion base = store.open(UNIT, store.write(UNIT, content(content)));
    long before = volume.calls(Operation.PUT);
    content[2 * SEGMENT + 17]++;
    VersionRef ref = store.write(UNIT, content(content), new Base(base, bits(2)));
    assertThat(volume.calls(Operation.PUT) - before).isEqualTo(3 + 3);
    assertThat(read(store, ref)).isEqualTo(content);
  }

  @Test
  void unchangedContentUploadsTheManifestOnly() throws Exception {
    byte[] content = random(1, 3 * SEGMENT);
    VersionRef first = store.write(UNIT, content(content));
    StoredVersion base = store.open(UNIT, first);
    long before = volume.calls(Operation.PUT);
    assertThat(store.write(UNIT, content(content), new Base(base, new BitSet()))).isEqualTo(first);
    assertThat(volume.calls(Operation.PUT) - before).isEqualTo(3);
  }

  /** Of each pair: the size of the base and the new size, in tenths of a segment. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        35_38, 35_32, 35_40, 35_41, 35_30, 35_25, 35_20, 35_10, 35_05, 30_35, 30_20, 30_40, 10_35,
        5_35, 40_41, 41_40, 20_90, 90_20
      })
  void fileThatGrewOrShrankIsReadBack(int sizes) throws Exception {
    int before = sizes / 100 * SEGMENT / 10;
    int after = sizes % 100 * SEGMENT / 10;
    byte[] content = random(1, Math.max(before, after));
    byte[] old = java.util.Arrays.copyOf(content, before);
    byte[] changed = java.util.Arrays.copyOf(content, after);
    StoredVersion base = store.open(UNIT, store.write(UNIT, content(old)));
    VersionRef ref = store.write(UNIT, content(changed), new Base(base, new BitSet()));
    try (AnchoredStore other = volume.store()) {
      assertThat(read(other, ref)).isEqualTo(changed);
      assertThat(read(base)).isEqualTo(old);
    }
  }

  @Test
  void appendToALargeFileUploadsItsEndOnly() throws Exception {
    byte[] content = random(1, 50 * SEGMENT + 10);
    byte[] old = java.util.Arrays.copyOf(content, 50 * SEGMENT);
    StoredVersion base = store.open(UNIT, store.write(UNIT, content(old)));
    long before = volume.calls(Operation.PUT);
    store.write(UNIT, content(content), new Base(base, new BitSet()));
    assertThat(volume.calls(Operation.PUT) - before).isEqualTo(3 * (2 + 1));
  }

  @Test
  void baseOfAnotherUnitIsRefused() throws Exception {
    StoredVersion base = store.open(UNIT, store.write(UNIT, content(new byte[10])));
    assertThatThrownBy(
            () -> store.write(new Id128(9, 9), content(new byte[10]), new Base(base, new BitSet())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void interruptedWriterIsTold() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.write(UNIT, content(new byte[10])))
        .isInstanceOf(DepSkyException.Interrupted.class);
    assertThat(Thread.interrupted()).isTrue();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.write(UNIT, content(new byte[10 * SEGMENT])))
        .isInstanceOf(DepSkyException.Interrupted.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void contentMayBeReadFromTheSameStore() throws Exception {
    byte[] content = random(1, 8 * SEGMENT);
    StoredVersion source = store.open(UNIT, store.write(UNIT, content(content)));
    Content copy =
        new Content() {
          @Override
          public long size() {
            return source.size();
          }

          @Override
          public void read(long offset, ByteBuffer into) throws IOException {
            int index = (int) (offset / SEGMENT);
            ByteBuffer segment = ByteBuffer.allocate(SEGMENT);
            try {
              source.readSegment(index, (_, plaintext) -> segment.put(plaintext));
            } catch (DepSkyException e) {
              throw new IOException(e);
            }
            into.put(segment.flip().slice((int) (offset % SEGMENT), into.remaining()));
          }
        };
    assertThat(read(store, store.write(UNIT, copy))).isEqualTo(content);
  }

  @Test
  void probeFindsOutWhichCloudsAnswer() throws Exception {
    volume.clouds.get(1).start(new org.scfs.storage.testkit.Fault.Down());
    volume.clouds.get(3).start(new org.scfs.storage.testkit.Fault.Hanging());
    List<CloudHealth> health = store.probe(Duration.ofMillis(300));
    assertThat(health.get(0).state()).isEqualTo(CloudState.HEALTHY);
    assertThat(health.get(1).state()).isEqualTo(CloudState.SUSPECT);
    assertThat(health.get(1).explanation()).contains("Down");
    assertThat(health.get(2).state()).isEqualTo(CloudState.HEALTHY);
    assertThat(health.get(3).state()).isEqualTo(CloudState.SUSPECT);
    assertThat(health.get(3).explanation()).contains("no answer within");
    assertThat(health).allMatch(h -> h.requests() == 1);
    volume.clouds.get(1).heal();
    volume.clouds.get(3).heal();
    assertThat(store.probe(Duration.ofMillis(300)))
        .allMatch(h -> h.state() == CloudState.HEALTHY && h.explanation().isEmpty());
  }
}
