package org.scfs.depsky.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The one inner loop of the erasure code: {@code target ^= coefficient * source} over ranges of
 * bytes. Everything else in the code is done once per segment.
 */
final class GaloisKernel {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_SEVEN_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long REDUCTION = 0x1d;

  /** Row c holds c times every byte. */
  private static final byte[][] PRODUCTS = products();

  private GaloisKernel() {}

  /** Adds {@code coefficient * source} to the target, a range of the same length. */
  static void multiplyAdd(int coefficient, ByteSlice source, ByteSlice target) {
    if (source.length() != target.length()) {
      throw new IllegalArgumentException(
          "ranges of " + source.length() + " and " + target.length() + " bytes");
    }
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

  /** Doubles eight field elements at a time: shift each, and reduce those that overflowed. */
  private static void addDouble(ByteSlice source, ByteSlice target) {
    byte[] in = source.array();
    byte[] out = target.array();
    int from = source.offset();
    int to = target.offset();
    int length = source.length();
    int whole = length & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      long x = (long) LONG.get(in, from + i);
      long doubled = ((x & LOW_SEVEN_BITS) << 1) ^ (((x >>> 7) & LOWEST_BITS) * REDUCTION);
      LONG.set(out, to + i, (long) LONG.get(out, to + i) ^ doubled);
    }
    byte[] row = PRODUCTS[2];
    for (int i = whole; i < length; i++) {
      out[to + i] ^= row[in[from + i] & 0xff];
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
