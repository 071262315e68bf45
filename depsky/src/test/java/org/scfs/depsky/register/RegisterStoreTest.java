package org.scfs.depsky.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.TestVolume.UNIT;
import static org.scfs.depsky.TestVolume.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.scfs.depsky.DelegatingStore;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.Digest;
import org.scfs.depsky.QuorumParameters;
import org.scfs.depsky.TestVolume;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Id128;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;
import org.scfs.storage.testkit.Fault;

/** DepSky-A and DepSky-CA as registers on their own, and defects that earlier ones had. */
final class RegisterStoreTest {

  private final TestVolume volume = new TestVolume();

  @AfterEach
  void close() {
    volume.close();
  }

  private static byte[] latest(RegisterStore store) throws DepSkyException {
    return store.readLatest(UNIT).orElseThrow().bytes();
  }

  private static boolean isState(ObjectKey key) {
    return key.value().endsWith("/state");
  }

  private RegisterStore with(Protocol protocol, int cloud, ObjectStore odd) {
    List<ObjectStore> stores = new ArrayList<>(volume.clouds);
    stores.set(cloud, odd);
    return volume.registers(protocol, stores);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsReadByEverybody(Protocol protocol) throws Exception {
    RegisterStore writer = volume.registers(protocol);
    RegisterStore reader = volume.registers(protocol);
    assertThat(reader.readLatest(UNIT)).isEmpty();
    assertThat(reader.versions(UNIT)).isEmpty();
    List<Version> written = new ArrayList<>();
    for (int size : new int[] {1, 1000, 250_000}) {
      byte[] value = random(size, size);
      written.add(writer.write(UNIT, value));
      assertThat(latest(reader)).isEqualTo(value);
      assertThat(reader.readLatest(UNIT).orElseThrow().version()).isEqualTo(written.getLast());
    }
    assertThat(reader.versions(UNIT)).isEqualTo(written);
    assertThat(written).extracting(Version::number).containsExactly(1L, 2L, 3L);
    assertThat(reader.readMatching(UNIT, written.getFirst().hash()).orElseThrow().bytes())
        .isEqualTo(random(1, 1));
    assertThat(reader.readLatest(new Id128(8, 8))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void valueOfSeveralSegmentsOrSevenCloudsWorksToo(Protocol protocol) throws Exception {
    TestVolume seven = new TestVolume(QuorumParameters.forFaults(7, 2));
    byte[] value = random(1, (8 << 20) + 5);
    seven.registers(protocol).write(UNIT, value);
    seven.clouds.get(0).start(new Fault.RandomBytes());
    seven.clouds.get(3).start(new Fault.Down());
    assertThat(latest(seven.registers(protocol))).isEqualTo(value);
    seven.close();
  }

  @ParameterizedTest
  @EnumSource
  void equalValuesAreDifferentVersions(Protocol protocol) throws Exception {
    RegisterStore store = volume.registers(protocol);
    Version first = store.write(UNIT, new byte[100]);
    Version second = store.write(UNIT, new byte[100]);
    assertThat(first.hash()).isNotEqualTo(second.hash());
    assertThat(store.discard(UNIT, 1)).containsExactly(first);
    assertThat(latest(volume.registers(protocol))).isEqualTo(new byte[100]);
  }

  @ParameterizedTest
  @EnumSource
  void discardKeepsTheLastVersionsAndDeletesTheOthers(Protocol protocol) throws Exception {
    RegisterStore store = volume.registers(protocol);
    List<Version> written = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      written.add(store.write(UNIT, random(i, 100 * i)));
    }
    assertThat(volume.keys(0)).hasSize(6);
    assertThat(store.discard(UNIT, 2)).isEqualTo(written.subList(0, 3));
    assertThat(volume.keys(0)).hasSize(3);
    assertThat(store.versions(UNIT)).isEqualTo(written.subList(3, 5));
    assertThat(store.readMatching(UNIT, written.getFirst().hash())).isEmpty();
    assertThat(latest(store)).isEqualTo(random(5, 500));
    assertThat(store.discard(UNIT, 2)).isEmpty();
    assertThat(store.write(UNIT, new byte[7]).number()).isEqualTo(6);
    assertThatThrownBy(() -> store.discard(UNIT, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void confidentialValueIsInNoCloudAndReplicatedOneInEach() throws Exception {
    byte[] value =
        "a text that nobody should find".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    for (Protocol protocol : Protocol.values()) {
      TestVolume fresh = new TestVolume();
      fresh.registers(protocol).write(UNIT, value);
      for (int cloud = 0; cloud < 3; cloud++) {
        boolean found = false;
        for (ObjectKey key : fresh.keys(cloud)) {
          String object =
              new String(fresh.object(cloud, key), java.nio.charset.StandardCharsets.ISO_8859_1);
          found |= object.contains("nobody should");
        }
        assertThat(found).isEqualTo(protocol == Protocol.REPLICATED);
      }
      fresh.close();
    }
  }

  /** Defect: failed replies counted towards a quorum. */
  @ParameterizedTest
  @EnumSource
  void failedRepliesAreNoQuorum(Protocol protocol) throws Exception {
    RegisterStore store = volume.registers(protocol);
    store.write(UNIT, new byte[] {1});
    volume.clouds.get(1).start(new Fault.Denied());
    volume.clouds.get(2).start(new Fault.Denied());
    assertThatThrownBy(() -> store.write(UNIT, new byte[] {2}))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class)
        .hasMessageContaining("needed 3 of 4")
        .hasMessageContaining("cloud-b: ")
        .hasMessageContaining("cloud-c: ");
    volume.clouds.forEach(cloud -> cloud.heal());
    assertThat(latest(volume.registers(protocol))).isEqualTo(new byte[] {1});
  }

  /** Defect: more than f read errors taken for "no version yet". */
  @ParameterizedTest
  @EnumSource
  void errorsAreNotTheAnswerThatThereIsNoVersion(Protocol protocol) throws Exception {
    RegisterStore store = volume.registers(protocol);
    volume.clouds.get(0).start(new Fault.Denied());
    assertThat(store.readLatest(UNIT)).isEmpty();
    volume.clouds.get(1).start(new Fault.Denied());
    assertThatThrownBy(() -> store.readLatest(UNIT))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class);
    assertThatThrownBy(() -> store.versions(UNIT))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class);
    assertThatThrownBy(() -> store.write(UNIT, new byte[1]))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class);
  }

  /** Defect: metadata published before the value's quorum exists. */
  @ParameterizedTest
  @EnumSource
  void stateIsPublishedAfterTheValuesQuorum(Protocol protocol) throws Exception {
    AtomicInteger values = new AtomicInteger();
    AtomicInteger least = new AtomicInteger(9);
    List<ObjectStore> stores = new ArrayList<>();
    for (ObjectStore cloud : volume.clouds) {
      stores.add(
          new DelegatingStore(cloud) {
            @Override
            public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
              if (isState(key)) {
                least.accumulateAndGet(values.get(), Math::min);
              }
              super.put(key, payload, mode);
              values.addAndGet(isState(key) ? 0 : 1);
            }
          });
    }
    volume.registers(protocol, stores).write(UNIT, new byte[10]);
    assertThat(least).hasValueGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void valueThatFoundNoQuorumIsNeverPublished(Protocol protocol) throws Exception {
    List<ObjectStore> stores = new ArrayList<>(volume.clouds);
    for (int i = 0; i < 2; i++) {
      stores.set(
          i,
          new DelegatingStore(volume.clouds.get(i)) {
            @Override
            public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
              if (!isState(key)) {
                throw new StorageException.Full("full", null);
              }
              super.put(key, payload, mode);
            }
          });
    }
    RegisterStore store = volume.registers(protocol, stores);
    assertThatThrownBy(() -> store.write(UNIT, new byte[10]))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class);
    for (int i = 0; i < 4; i++) {
      assertThat(volume.keys(i)).noneMatch(RegisterStoreTest::isState);
    }
    assertThat(store.readLatest(UNIT)).isEmpty();
  }

  /** Defect: a matching read failing with one faulty and one lagging cloud. */
  @ParameterizedTest
  @EnumSource
  void matchingReadWaitsForALaggingCloudBesideAFaultyOne(Protocol protocol) throws Exception {
    Version version = volume.registers(protocol).write(UNIT, random(1, 1000));
    volume.clouds.get(0).start(new Fault.RandomBytes());
    AtomicInteger gets = new AtomicInteger();
    RegisterStore store =
        with(
            protocol,
            1,
            new DelegatingStore(volume.clouds.get(1)) {
              @Override
              public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
                return gets.incrementAndGet() < 4 ? Optional.empty() : super.get(key, range);
              }
            });
    assertThat(store.readMatching(UNIT, version.hash()).orElseThrow().bytes())
        .isEqualTo(random(1, 1000));
  }

  @Test
  void hashThatNobodyWroteIsNotFound() throws Exception {
    RegisterStore store = volume.registers(Protocol.CONFIDENTIAL);
    store.write(UNIT, new byte[10]);
    assertThat(store.readMatching(UNIT, new Digest(1, 2, 3, 4))).isEmpty();
  }

  /** Whoever reads this with Java's serialization runs what a cloud likes. */
  private static final class Trap implements java.io.Serializable {
    private static final long serialVersionUID = 1;
    private static final AtomicInteger SPRUNG = new AtomicInteger();

    private void readObject(java.io.ObjectInputStream in) {
      SPRUNG.incrementAndGet();
    }
  }

  /** Defect: deserializing what a cloud sent. */
  @ParameterizedTest
  @EnumSource
  void nothingThatACloudSendsIsDeserialized(Protocol protocol) throws Exception {
    volume.registers(protocol).write(UNIT, new byte[10]);
    var bytes = new java.io.ByteArrayOutputStream();
    try (var out = new java.io.ObjectOutputStream(bytes)) {
      out.writeObject(new Trap());
    }
    for (ObjectKey key : volume.keys(0)) {
      volume.below.get(0).put(key, Payload.of(bytes.toByteArray()), PutMode.REPLACE);
    }
    RegisterStore store = volume.registers(protocol);
    assertThat(latest(store)).isEqualTo(new byte[10]);
    assertThat(store.health().getFirst().corruptions()).isPositive();
    assertThat(Trap.SPRUNG).hasValue(0);
  }

  /** However many clouds go back, a client does not. */
  @ParameterizedTest
  @EnumSource
  void clientNeverGoesBackToAnOlderVersion(Protocol protocol) throws Exception {
    RegisterStore writer = volume.registers(protocol);
    RegisterStore reader = volume.registers(protocol);
    writer.write(UNIT, new byte[] {1});
    List<byte[]> old = new ArrayList<>();
    ObjectKey state =
        volume.keys(0).stream().filter(RegisterStoreTest::isState).findAny().orElseThrow();
    for (int i = 0; i < 3; i++) {
      old.add(volume.object(i, state));
    }
    writer.write(UNIT, new byte[] {2});
    assertThat(latest(reader)).isEqualTo(new byte[] {2});
    for (int i = 0; i < 3; i++) {
      volume.below.get(i).put(state, Payload.of(old.get(i)), PutMode.REPLACE);
    }
    assertThat(latest(reader)).isEqualTo(new byte[] {2});
    // The writer even knows that they acknowledged the newer one.
    assertThatThrownBy(() -> writer.readLatest(UNIT))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class)
        .hasMessageContaining("after it had acknowledged");
  }

  @ParameterizedTest
  @EnumSource
  void stateByAStrangerOrOfAnotherUnitIsRefused(Protocol protocol) throws Exception {
    RegisterStore store = volume.registers(protocol);
    store.write(UNIT, new byte[] {1});
    Id128 other = new Id128(7, 7);
    store.write(other, new byte[] {2});
    store.write(other, new byte[] {3});
    ObjectKey state =
        volume.keys(0).stream()
            .filter(k -> isState(k) && k.value().contains(UNIT.toString()))
            .findAny()
            .orElseThrow();
    ObjectKey others =
        volume.keys(0).stream()
            .filter(k -> isState(k) && k.value().contains(other.toString()))
            .findAny()
            .orElseThrow();
    volume.below.get(0).put(state, Payload.of(volume.object(0, others)), PutMode.REPLACE);
    RegisterStore reader = volume.registers(protocol);
    assertThat(latest(reader)).isEqualTo(new byte[] {1});
    assertThat(reader.health().getFirst().corruptions()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void whoHasNoWritersKeyReadsOnly(Protocol protocol) throws Exception {
    volume.registers(protocol).write(UNIT, new byte[] {1});
    SigningKey key = SigningKey.generate(volume.environment.randomness());
    RegisterStore reader = volume.registers(protocol, new ArrayList<>(volume.clouds), key);
    assertThat(latest(reader)).isEqualTo(new byte[] {1});
    assertThatThrownBy(() -> reader.write(UNIT, new byte[] {2}))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> reader.discard(UNIT, 1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void emptyValueIsRefused() {
    assertThatThrownBy(() -> volume.registers(Protocol.REPLICATED).write(UNIT, new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A write that stopped half-way is seen whole or not at all, and later ones are not mixed up. */
  @ParameterizedTest
  @EnumSource
  void writeThatStoppedHalfWayHarmsNoLaterOne(Protocol protocol) throws Exception {
    RegisterStore first = volume.registers(protocol);
    first.write(UNIT, new byte[] {1});
    List<ObjectStore> stores = new ArrayList<>(volume.clouds);
    for (int i = 1; i < 4; i++) {
      stores.set(
          i,
          new DelegatingStore(volume.clouds.get(i)) {
            @Override
            public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
              if (isState(key)) {
                throw new StorageException.Denied("stopped", null);
              }
              super.put(key, payload, mode);
            }
          });
    }
    assertThatThrownBy(() -> volume.registers(protocol, stores).write(UNIT, new byte[] {2}))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class);
    // The next writer does not see the cloud with the half-way state, and uses its revision again.
    volume.clouds.getFirst().start(new Fault.Down());
    RegisterStore next = volume.registers(protocol);
    volume.environment.time().sleep(java.time.Duration.ofMillis(2));
    next.write(UNIT, new byte[] {3});
    volume.clouds.getFirst().heal();
    assertThat(latest(volume.registers(protocol))).isEqualTo(new byte[] {3});
    assertThat(latest(next)).isEqualTo(new byte[] {3});
  }
}
