package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErasureCodeTest {

  @Test
  void anyKOfNBlocksSufficeForAllCodesUpToTenClouds() throws Exception {
    int checked = 0;
    for (int n = 1; n <= 10; n++) {
      for (int k = 1; k <= n; k++) {
        for (int id : new int[] {ErasureCode.preferred(n, k), ErasureCode.CAUCHY}) {
          ErasureCode code = ErasureCode.of(id, n, k);
          for (int[] rows : CodecSamples.choices(n, k)) {
            int[][] matrix = Arrays.stream(rows).mapToObj(code::row).toArray(int[][]::new);
            assertThatCode(() -> GaloisMatrix.inverse(matrix))
                .as("code %d, n=%d, rows %s", id, n, Arrays.toString(rows))
                .doesNotThrowAnyException();
            checked++;
          }
        }
      }
    }
    assertThat(checked).isEqualTo(2 * 2036);
  }

  @Test
  void powersOfTwoAreNotUsedWhereTheyFail() {
    assertThat(ErasureCode.preferred(4, 2)).isEqualTo(ErasureCode.POWERS_OF_TWO);
    assertThat(ErasureCode.preferred(7, 3)).isEqualTo(ErasureCode.POWERS_OF_TWO);
    assertThat(ErasureCode.preferred(10, 4)).isEqualTo(ErasureCode.CAUCHY);
    assertThatThrownBy(() -> ErasureCode.of(ErasureCode.POWERS_OF_TWO, 13, 5))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> ErasureCode.of(3, 4, 2)).isInstanceOf(CodecException.class);
  }

  @ParameterizedTest
  @CsvSource({"4,2", "7,3", "10,4", "6,4", "32,12", "3,3"})
  void parityIsWhatTheDefinitionSays(int n, int k) throws Exception {
    int length = 53;
    byte[] data = CodecSamples.random(n * 100 + k, k * length);
    int id = ErasureCode.preferred(n, k);
    byte[][] parity = parity(ErasureCode.of(id, n, k), data, k, n - k);
    assertThat(parity).hasNumberOfRows(n - k);
    for (int j = 0; j < n - k; j++) {
      for (int at = 0; at < length; at++) {
        int sum = 0;
        for (int i = 0; i < k; i++) {
          sum ^= NaiveField.multiply(coefficient(id, k, j, i), data[i * length + at] & 0xff);
        }
        assertThat(parity[j][at]).isEqualTo((byte) sum);
      }
    }
  }

  private static byte[][] parity(ErasureCode code, byte[] data, int k, int count) {
    int length = data.length / k;
    byte[][] parity = new byte[count][length];
    ByteSlice[] in = new ByteSlice[k];
    for (int i = 0; i < k; i++) {
      in[i] = new ByteSlice(data, i * length, length);
    }
    code.parity().apply(in, Arrays.stream(parity).map(ByteSlice::of).toArray(ByteSlice[]::new));
    return parity;
  }

  private static int coefficient(int id, int k, int row, int column) {
    return id == ErasureCode.CAUCHY
        ? NaiveField.inverse((k + row) ^ column)
        : NaiveField.power(row * column);
  }

  @ParameterizedTest
  @CsvSource({"4,2", "7,3", "10,4", "6,4", "9,5"})
  void everyBlockIsMadeOfEveryChoiceOfOthers(int n, int k) throws Exception {
    int length = 41;
    byte[] data = CodecSamples.random(n, k * length);
    ErasureCode code = ErasureCode.of(ErasureCode.preferred(n, k), n, k);
    byte[][] parity = parity(code, data, k, n - k);
    byte[][] blocks = new byte[n][];
    for (int i = 0; i < n; i++) {
      blocks[i] = i < k ? Arrays.copyOfRange(data, i * length, (i + 1) * length) : parity[i - k];
    }
    for (int[] clouds : CodecSamples.choices(n, k)) {
      List<StoredBlock> stored = Arrays.stream(clouds).mapToObj(c -> stored(c, blocks[c])).toList();
      ByteSlice[] in = stored.stream().map(StoredBlock::block).toArray(ByteSlice[]::new);
      for (int wanted = 0; wanted < n; wanted++) {
        byte[] made = CodecSamples.random(3, length);
        code.rebuild(wanted, stored).apply(in, new ByteSlice[] {ByteSlice.of(made)});
        assertThat(made).as("%d of %s", wanted, Arrays.toString(clouds)).isEqualTo(blocks[wanted]);
      }
    }
  }

  private static StoredBlock stored(int cloud, byte[] block) {
    byte[] object = new byte[KeySharing.SHARE_BYTES + block.length];
    System.arraycopy(block, 0, object, KeySharing.SHARE_BYTES, block.length);
    return new StoredBlock(cloud, object, 0);
  }
}
