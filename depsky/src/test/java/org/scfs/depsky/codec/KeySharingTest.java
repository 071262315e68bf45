package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeySharingTest {

  private static final List<CodeParameters> PARAMETERS =
      List.of(
          new CodeParameters(1, 0, 1, 1),
          new CodeParameters(4, 1, 2, 2),
          new CodeParameters(7, 2, 3, 3),
          new CodeParameters(10, 3, 4, 4),
          new CodeParameters(6, 1, 2, 4),
          new CodeParameters(32, 10, 12, 11));

  private final byte[] key = CodecSamples.random(1, KeySharing.KEY_BYTES);

  @Test
  void everyChoiceOfEnoughSharesGivesTheKeyBack() {
    for (CodeParameters parameters : PARAMETERS.subList(0, 5)) {
      byte[][] shares = KeySharing.split(key, parameters, CodecSamples.seeded(2));
      for (int[] choice : CodecSamples.choices(parameters.n(), parameters.t())) {
        List<byte[]> chosen = Arrays.stream(choice).mapToObj(i -> shares[i]).toList();
        assertThat(KeySharing.combine(chosen)).as("%s", parameters).isEqualTo(key);
        assertThat(interpolated(chosen, 0)).as("%s", parameters).isEqualTo(key);
      }
    }
  }

  @Test
  void manyCloudsWork() {
    CodeParameters parameters = PARAMETERS.getLast();
    byte[][] shares = KeySharing.split(key, parameters, CodecSamples.seeded(2));
    List<byte[]> chosen = Arrays.asList(shares).subList(32 - 11, 32);
    assertThat(KeySharing.combine(chosen)).isEqualTo(key);
  }

  /** With one share too few, every key is as likely: each extends the shares to a polynomial. */
  @Test
  void tooFewSharesFitEveryKey() {
    byte[][] shares = KeySharing.split(key, new CodeParameters(4, 1, 2, 2), CodecSamples.seeded(2));
    byte[] other = CodecSamples.random(3, KeySharing.KEY_BYTES);
    byte[] origin = new byte[KeySharing.SHARE_BYTES];
    System.arraycopy(other, 0, origin, 1, other.length);
    byte[] second = new byte[KeySharing.SHARE_BYTES];
    second[0] = 2;
    System.arraycopy(interpolated(List.of(shares[0], origin), 2), 0, second, 1, other.length);
    assertThat(KeySharing.combine(List.of(shares[0], second))).isEqualTo(other);
    assertThat(interpolated(List.of(shares[0]), 0)).isNotEqualTo(key);
  }

  @Test
  void noShareIsTheKeyAndEveryShareNamesItsPlace() {
    byte[][] shares = KeySharing.split(key, new CodeParameters(7, 2, 3, 3), CodecSamples.seeded(2));
    for (int i = 0; i < shares.length; i++) {
      assertThat(shares[i]).hasSize(33);
      assertThat(shares[i][0]).isEqualTo((byte) (i + 1));
      assertThat(Arrays.copyOfRange(shares[i], 1, 33)).isNotEqualTo(key);
    }
  }

  /** Lagrange's formula over the field of AES, written a second time. */
  private static byte[] interpolated(List<byte[]> shares, int x) {
    byte[] value = new byte[KeySharing.KEY_BYTES];
    for (int i = 0; i < shares.size(); i++) {
      int weight = 1;
      for (byte[] other : withoutIndex(shares, i)) {
        int difference = (shares.get(i)[0] ^ other[0]) & 0xff;
        int factor =
            NaiveField.multiply(
                (x ^ other[0]) & 0xff,
                NaiveField.inverse(difference, NaiveField.AES),
                NaiveField.AES);
        weight = NaiveField.multiply(weight, factor, NaiveField.AES);
      }
      for (int at = 0; at < value.length; at++) {
        value[at] ^=
            (byte) NaiveField.multiply(weight, shares.get(i)[1 + at] & 0xff, NaiveField.AES);
      }
    }
    return value;
  }

  private static List<byte[]> withoutIndex(List<byte[]> shares, int index) {
    List<byte[]> others = new ArrayList<>(shares);
    others.remove(index);
    return others;
  }
}
