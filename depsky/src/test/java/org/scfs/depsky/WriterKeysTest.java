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
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.depsky.codec.VerifyingKey;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;

/** Anchored reads that look at the manifests' signatures. */
final class WriterKeysTest {

  private final TestVolume volume = new TestVolume();

  @AfterEach
  void close() {
    volume.close();
  }

  private AnchoredStore checking(VerifyingKey... writers) {
    List<Cloud> clouds = new ArrayList<>();
    for (var cloud : volume.clouds) {
      clouds.add(new Cloud(TestVolume.name(clouds.size()), cloud));
    }
    var settings =
        new AnchoredStoreSettings(
            TestVolume.VOLUME, volume.parameters, SEGMENT, TestVolume.TIMEOUT, Set.of(writers));
    return new AnchoredStore(settings, clouds, volume.signer(), volume.environment);
  }

  private VerifyingKey stranger() {
    return SigningKey.generate(volume.environment.randomness()).verifyingKey();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2 * SEGMENT})
  void versionByAWriterIsRead(int size) throws Exception {
    byte[] content = random(1, size);
    AnchoredStore store = checking(stranger(), volume.signer().verifyingKey());
    assertThat(read(store, store.write(UNIT, content(content)))).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2 * SEGMENT})
  void versionByNobodyWhoMayWriteIsDamaged(int size) throws Exception {
    VersionRef ref = volume.store().write(UNIT, content(random(1, size)));
    assertThatThrownBy(() -> read(checking(stranger()), ref))
        .isInstanceOf(DepSkyException.Damaged.class)
        .hasMessageContaining("nobody who may write");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2 * SEGMENT})
  void cloudWithAWrongSignatureIsNamedAndRepaired(int size) throws Exception {
    byte[] content = random(1, size);
    AnchoredStore store = checking(volume.signer().verifyingKey());
    VersionRef ref = store.write(UNIT, content(content));
    ObjectKey key = store.objects(UNIT, ref).iterator().next();
    byte[] right = volume.object(0, key);
    byte[] wrong = right.clone();
    wrong[16 + ref.manifestLength()] ^= 1;
    volume.below.getFirst().put(key, Payload.of(wrong), PutMode.REPLACE);
    assertThat(read(volume.store(), ref)).isEqualTo(content);
    assertThat(read(store, ref)).isEqualTo(content);
    assertThat(TestVolume.health(store, 0).explanation()).contains("whose signature is wrong");
    assertThat(store.repair(UNIT, ref, RepairGoal.DURABLE).repaired()).isEqualTo(1);
    assertThat(volume.object(0, key)).isEqualTo(right);
  }

  @Test
  void publicKeyOfAnotherFormIsRefused() {
    byte[] encoded = volume.signer().publicKey();
    assertThat(VerifyingKey.of(encoded)).isEqualTo(volume.signer().verifyingKey());
    assertThatThrownBy(() -> VerifyingKey.of(new byte[44]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> VerifyingKey.of(java.util.Arrays.copyOf(encoded, 45)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
