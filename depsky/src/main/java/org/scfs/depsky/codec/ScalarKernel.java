package org.scfs.depsky.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The kernel for every Java platform: eight bytes at a time where it can, or tables. */
final class ScalarKernel implements GaloisKernel {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_SEVEN_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long REDUCTION = 0x1d;

  /** Row c holds c times every byte. */
  private static final byte[][] PRODUCTS = products();

  @Override
  public void multiplyAdd(int coefficient, ByteSlice source, ByteSlice target) {
    ByteSlice.checkEqualLengths(source, target);
    switch (coefficient) {
      case 0 -> {}
      case 1 -> add(source, target);
      case 2 -> addDouble(source, target);
      default -> addProducts(PRODUCTS[coefficient], source, target);
    }
  }

  private static void add(ByteSlice source, ByteSlice target) {
    byte[] in = source.array();
    byte[] out = target.array();
    int from = source.offset();
    int to = target.offset();
    int length = source.length();
    int whole = length & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      LONG.set(out, to + i, (long) LONG.get(out, to + i) ^ (long) LONG.get(in, from + i));
    }
    for (int i = whole; i < length; i++) {
      out[to + i] ^= in[from + i];
    }
  }

  private static void addDouble(ByteSlice source, ByteSlice target) {
    byte[] in = source.array();
    byte[] out = target.array();
    int from = source.offset();
    int to = target.offset();
    int length = source.length();
    int whole = length & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long doubled = doubled((long) LONG.get(in, from + i));
      LONG.set(out, to + i, (long) LONG.get(out, to + i) ^ doubled);
    }
    for (int i = whole; i < length; i++) {
      out[to + i] ^= PRODUCTS[2][in[from + i] & 0xff];
    }
  }

  private static void addProducts(byte[] row, ByteSlice source, ByteSlice target) {
    byte[] in = source.array();
    byte[] out = target.array();
    int from = source.offset();
    int to = target.offset();
    int length = source.length();
    for (int i = 0; i < length; i++) {
      out[to + i] ^= row[in[from + i] & 0xff];
    }
  }

  @Override
  public void pair(ByteSlice first, ByteSlice second, ByteSlice sum, ByteSlice sumWithDouble) {
    ByteSlice.checkEqualLengths(first, second, sum, sumWithDouble);
    int whole = first.length() & -Long.BYTES;
    pairOfLongs(first, second, sum, sumWithDouble);
    for (int i = whole; i < first.length(); i++) {
      byte a = first.array()[first.offset() + i];
      byte b = second.array()[second.offset() + i];
      sum.array()[sum.offset() + i] = (byte) (a ^ b);
      sumWithDouble.array()[sumWithDouble.offset() + i] = (byte) (a ^ PRODUCTS[2][b & 0xff]);
    }
  }

  private static void pairOfLongs(
      ByteSlice first, ByteSlice second, ByteSlice sum, ByteSlice sumWithDouble) {
    byte[] in0 = first.array();
    byte[] in1 = second.array();
    byte[] out0 = sum.array();
    byte[] out1 = sumWithDouble.array();
    int from0 = first.offset();
    int from1 = second.offset();
    int to0 = sum.offset();
    int to1 = sumWithDouble.offset();
    int whole = first.length() & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long a = (long) LONG.get(in0, from0 + i);
      long b = (long) LONG.get(in1, from1 + i);
      LONG.set(out0, to0 + i, a ^ b);
      LONG.set(out1, to1 + i, a ^ doubled(b));
    }
  }

  /** Doubles eight field elements at a time: shift each, and reduce those that overflowed. */
  private static long doubled(long x) {
    return ((x & LOW_SEVEN_BITS) << 1) ^ (((x >>> 7) & LOWEST_BITS) * REDUCTION);
  }

  private static byte[][] products() {
    byte[][] products = new byte[256][256];
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < 256; b++) {
        products[a][b] = (byte) GaloisField.multiply(a, b);
      }
    }
    return products;
  }
}
