package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
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
    byte[][] parity = ErasureCode.of(id, n, k).parity(data);
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

  private static int coefficient(int id, int k, int row, int column) {
    return id == ErasureCode.CAUCHY
        ? NaiveField.inverse((k + row) ^ column)
        : NaiveField.power(row * column);
  }

  @ParameterizedTest
  @CsvSource({"4,2", "7,3", "10,4", "6,4", "9,5"})
  void everyChoiceOfBlocksGivesTheDataBack(int n, int k) throws Exception {
    int length = 41;
    byte[] data = CodecSamples.random(n, k * length);
    ErasureCode code = ErasureCode.of(ErasureCode.preferred(n, k), n, k);
    byte[][] parity = code.parity(data);
    for (int[] clouds : CodecSamples.choices(n, k)) {
      List<StoredBlock> blocks = new ArrayList<>();
      for (int cloud : clouds) {
        byte[] block =
            cloud < k
                ? Arrays.copyOfRange(data, cloud * length, (cloud + 1) * length)
                : parity[cloud - k];
        byte[] object = new byte[KeySharing.SHARE_BYTES + length];
        System.arraycopy(block, 0, object, KeySharing.SHARE_BYTES, length);
        blocks.add(new StoredBlock(cloud, object, 0));
      }
      assertThat(joined(code.dataBlocks(blocks))).as(Arrays.toString(clouds)).isEqualTo(data);
    }
  }

  private static byte[] joined(ByteSlice[] ranges) {
    return CodecSamples.concatenated(
        Arrays.stream(ranges)
            .map(r -> java.nio.ByteBuffer.wrap(r.array(), r.offset(), r.length()))
            .toArray(java.nio.ByteBuffer[]::new));
  }

  @Test
  void kernelIsRightForEveryCoefficientAndForOddLengthsAndOffsets() {
    byte[] source = CodecSamples.random(1, 600);
    for (int coefficient = 0; coefficient < 256; coefficient++) {
      int offset = coefficient % 13;
      int length = 256 + coefficient;
      byte[] target = CodecSamples.random(2, 700);
      byte[] expected = target.clone();
      for (int i = 0; i < length; i++) {
        expected[5 + i] ^= (byte) NaiveField.multiply(coefficient, source[offset + i] & 0xff);
      }
      GaloisKernel.multiplyAdd(
          coefficient, new ByteSlice(source, offset, length), new ByteSlice(target, 5, length));
      assertThat(target).as("coefficient %d", coefficient).isEqualTo(expected);
    }
  }

  @Test
  void kernelRefusesRangesOfDifferentLength() {
    byte[] bytes = new byte[8];
    assertThatThrownBy(
            () ->
                GaloisKernel.multiplyAdd(1, new ByteSlice(bytes, 0, 8), new ByteSlice(bytes, 0, 7)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
