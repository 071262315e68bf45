package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class GaloisKernelTest {

  enum Kind {
    SCALAR,
    VECTOR;

    GaloisKernel kernel() {
      return this == SCALAR ? new ScalarKernel() : new VectorKernel();
    }
  }

  @ParameterizedTest
  @EnumSource
  void productsAreRightForEveryCoefficientAndForOddLengthsAndOffsets(Kind kind) {
    byte[] source = CodecSamples.random(1, 600);
    for (int coefficient = 0; coefficient < 256; coefficient++) {
      int offset = coefficient % 13;
      int length = coefficient;
      byte[] target = CodecSamples.random(2, 700);
      byte[] expected = target.clone();
      for (int i = 0; i < length; i++) {
        expected[5 + i] ^= (byte) NaiveField.multiply(coefficient, source[offset + i] & 0xff);
      }
      kind.kernel()
          .multiplyAdd(
              coefficient, new ByteSlice(source, offset, length), new ByteSlice(target, 5, length));
      assertThat(target).as("coefficient %d", coefficient).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyProductOfTwoBytesIsRight(Kind kind) {
    byte[] source = new byte[256];
    for (int i = 0; i < 256; i++) {
      source[i] = (byte) i;
    }
    for (int coefficient = 0; coefficient < 256; coefficient++) {
      byte[] target = new byte[256];
      kind.kernel().multiplyAdd(coefficient, ByteSlice.of(source), ByteSlice.of(target));
      for (int i = 0; i < 256; i++) {
        assertThat(target[i]).isEqualTo((byte) NaiveField.multiply(coefficient, i));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void pairIsRightForOddLengthsAndOffsets(Kind kind) {
    byte[] source = CodecSamples.random(3, 900);
    for (int length = 0; length < 400; length++) {
      byte[] sum = new byte[500];
      byte[] sumWithDouble = new byte[500];
      ByteSlice first = new ByteSlice(source, length % 7, length);
      ByteSlice second = new ByteSlice(source, 450 + length % 5, length);
      kind.kernel()
          .pair(
              first,
              second,
              new ByteSlice(sum, 3, length),
              new ByteSlice(sumWithDouble, 1, length));
      for (int i = 0; i < 499; i++) {
        boolean inside = i < length;
        int a = source[first.offset() + i] & 0xff;
        int b = source[inside ? second.offset() + i : 0] & 0xff;
        assertThat(sum[Math.min(3 + i, 499)]).isEqualTo((byte) (inside ? a ^ b : 0));
        assertThat(sumWithDouble[1 + i])
            .isEqualTo((byte) (inside ? a ^ NaiveField.multiply(2, b) : 0));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void rangesOfDifferentLengthAreRefused(Kind kind) {
    ByteSlice eight = new ByteSlice(new byte[8], 0, 8);
    ByteSlice seven = new ByteSlice(new byte[8], 0, 7);
    assertThatThrownBy(() -> kind.kernel().multiplyAdd(1, eight, seven))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> kind.kernel().pair(eight, eight, eight, seven))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void withoutTheVectorModuleTheScalarKernelTakesOver() {
    assertThat(GaloisKernel.choose(false)).isInstanceOf(ScalarKernel.class);
    assertThat(GaloisKernel.choose(true))
        .isInstanceOf(VectorKernel.isFast() ? VectorKernel.class : ScalarKernel.class);
  }
}
