package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.ports.system.SystemEnvironment;
import org.scfs.storage.testkit.MemoryObjectStore;

final class ValuesTest {

  private static final Id128 VOLUME = new Id128(1, 2);

  @Test
  void digestIsAValue() {
    byte[] bytes = TestVolume.random(1, 32);
    Digest digest = Digest.of(bytes);
    assertThat(digest).isEqualTo(Digest.of(bytes)).hasSameHashCodeAs(Digest.of(bytes));
    assertThat(digest.toBytes()).isEqualTo(bytes);
    assertThat(digest).hasToString(java.util.HexFormat.of().formatHex(bytes));
    assertThatThrownBy(() -> Digest.of(new byte[31])).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void usualParametersAreThoseOfThePaper() {
    assertThat(QuorumParameters.forFaults(4, 1)).isEqualTo(new QuorumParameters(4, 1, 2, 2));
    assertThat(QuorumParameters.forFaults(4, 1).writeQuorum()).isEqualTo(3);
    assertThat(QuorumParameters.forFaults(7, 2).writeQuorum()).isEqualTo(5);
    assertThat(new QuorumParameters(6, 1, 2, 4).writeQuorum()).isEqualTo(5);
    assertThatThrownBy(() -> QuorumParameters.forFaults(3, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("n >= 2 f + max(k, t)");
  }

  @Test
  void settingsMustMakeSense() {
    QuorumParameters four = QuorumParameters.forFaults(4, 1);
    Duration second = Duration.ofSeconds(1);
    for (int wrong : new int[] {0, -1, (64 << 20) + 1}) {
      assertThatThrownBy(() -> new AnchoredStoreSettings(VOLUME, four, wrong, second))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new AnchoredStoreSettings(VOLUME, four, 1000, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new VersionRef(Digest.of(new byte[32]), 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new VersionRef(Digest.of(new byte[32]), (64 << 20) + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void storeHasExactlyTheCloudsOfItsVolume() {
    Environment environment = SystemEnvironment.create();
    SigningKey key = SigningKey.generate(environment.randomness());
    var settings =
        new AnchoredStoreSettings(
            VOLUME, new QuorumParameters(2, 0, 1, 1), 1000, Duration.ofSeconds(1));
    Cloud one = new Cloud("one", new MemoryObjectStore(environment.time()));
    assertThatThrownBy(() -> new AnchoredStore(settings, List.of(one), key, environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 clouds, not 1");
    assertThatThrownBy(() -> new AnchoredStore(settings, List.of(one, one), key, environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("called one");
  }

  @Test
  void baseKeepsItsOwnSetOfSegments() throws Exception {
    try (TestVolume volume = new TestVolume();
        AnchoredStore store = volume.store()) {
      StoredVersion version =
          store.open(
              TestVolume.UNIT, store.write(TestVolume.UNIT, TestVolume.content(new byte[9])));
      BitSet bits = TestVolume.bits(1);
      Base base = new Base(version, bits);
      bits.set(2);
      base.changedSegments().set(3);
      assertThat(base.changedSegments()).isEqualTo(TestVolume.bits(1));
    }
  }
}
