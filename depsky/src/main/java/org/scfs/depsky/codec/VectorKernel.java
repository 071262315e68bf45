package org.scfs.depsky.codec;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernel on the JDK's Vector API, 32 bytes at a time. A product is looked up by halves of a
 * byte, 16 entries each, which a shuffle of a register does (Plank et al., "Screaming Fast Galois
 * Field Arithmetic", FAST 2013, section 5.3).
 *
 * <p>The species is one constant, and no loop calls a method of ours with a vector: the compiler
 * loses sight of vectors that pass through either, and is then up to a thousand times slower.
 */
final class VectorKernel implements GaloisKernel {

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_256;
  private static final int WIDTH = 32;
  private static final int HALF = 16;
  private static final byte REDUCTION = 0x1d;

  /** From 32 c on: c times 0 to 15, then c times 0, 16, 32 ... 240. */
  private static final byte[] PRODUCTS = products();

  private static final GaloisKernel REST = new ScalarKernel();

  /** Whether this machine has registers that are wide enough; without, all this is very slow. */
  static boolean isFast() {
    return ByteVector.SPECIES_PREFERRED.length() >= WIDTH;
  }

  @Override
  public void multiplyAdd(int coefficient, ByteSlice source, ByteSlice target) {
    ByteSlice.checkEqualLengths(source, target);
    int whole = SPECIES.loopBound(source.length());
    switch (coefficient) {
      case 0 -> {}
      case 1 -> add(source, target, whole);
      default -> addProducts(coefficient, source, target, whole);
    }
    if (whole < source.length()) {
      REST.multiplyAdd(coefficient, source.from(whole), target.from(whole));
    }
  }

  private static void add(ByteSlice source, ByteSlice target, int length) {
    byte[] in = source.array();
    byte[] out = target.array();
    int from = source.offset();
    int to = target.offset();
    for (int i = 0; i < length; i += WIDTH) {
      ByteVector.fromArray(SPECIES, out, to + i)
          .lanewise(XOR, ByteVector.fromArray(SPECIES, in, from + i))
          .intoArray(out, to + i);
    }
  }

  private static void addProducts(int coefficient, ByteSlice source, ByteSlice target, int length) {
    byte[] in = source.array();
    byte[] out = target.array();
    int from = source.offset();
    int to = target.offset();
    ByteVector table = ByteVector.fromArray(SPECIES, PRODUCTS, coefficient * WIDTH);
    for (int i = 0; i < length; i += WIDTH) {
      ByteVector x = ByteVector.fromArray(SPECIES, in, from + i);
      ByteVector low = x.lanewise(AND, (byte) (HALF - 1));
      // The shift crosses bytes, since there is none of single bytes; the masks remove what came.
      ByteVector high =
          x.reinterpretAsInts()
              .lanewise(LSHR, 4)
              .reinterpretAsBytes()
              .lanewise(AND, (byte) (HALF - 1))
              .lanewise(OR, (byte) HALF);
      ByteVector.fromArray(SPECIES, out, to + i)
          .lanewise(XOR, low.selectFrom(table))
          .lanewise(XOR, high.selectFrom(table))
          .intoArray(out, to + i);
    }
  }

  @Override
  public void pair(ByteSlice first, ByteSlice second, ByteSlice sum, ByteSlice sumWithDouble) {
    ByteSlice.checkEqualLengths(first, second, sum, sumWithDouble);
    int whole = SPECIES.loopBound(first.length());
    pairOfVectors(first, second, sum, sumWithDouble);
    if (whole < first.length()) {
      REST.pair(first.from(whole), second.from(whole), sum.from(whole), sumWithDouble.from(whole));
    }
  }

  private static void pairOfVectors(
      ByteSlice first, ByteSlice second, ByteSlice sum, ByteSlice sumWithDouble) {
    byte[] in0 = first.array();
    byte[] in1 = second.array();
    byte[] out0 = sum.array();
    byte[] out1 = sumWithDouble.array();
    int from0 = first.offset();
    int from1 = second.offset();
    int to0 = sum.offset();
    int to1 = sumWithDouble.offset();
    int whole = SPECIES.loopBound(first.length());
    ByteVector zero = ByteVector.zero(SPECIES);
    ByteVector reduction = ByteVector.broadcast(SPECIES, REDUCTION);
    for (int i = 0; i < whole; i += WIDTH) {
      ByteVector a = ByteVector.fromArray(SPECIES, in0, from0 + i);
      ByteVector b = ByteVector.fromArray(SPECIES, in1, from1 + i);
      a.lanewise(XOR, b).intoArray(out0, to0 + i);
      // A byte that is negative overflows when it is doubled.
      a.lanewise(XOR, b.add(b))
          .lanewise(XOR, zero.blend(reduction, b.compare(LT, zero)))
          .intoArray(out1, to1 + i);
    }
  }

  private static byte[] products() {
    byte[] products = new byte[256 * WIDTH];
    for (int coefficient = 0; coefficient < 256; coefficient++) {
      for (int i = 0; i < HALF; i++) {
        int at = coefficient * WIDTH + i;
        products[at] = (byte) GaloisField.multiply(coefficient, i);
        products[at + HALF] = (byte) GaloisField.multiply(coefficient, i << 4);
      }
    }
    return products;
  }
}
