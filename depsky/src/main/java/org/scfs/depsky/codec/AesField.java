package org.scfs.depsky.codec;

/**
 * Arithmetic in GF(2^8) with the polynomial of AES (0x11b), in which keys are shared. Without
 * tables or branches on the operands, since they are secret; only a few bytes are ever computed.
 */
final class AesField {

  private static final int REDUCTION = 0x1b;

  private AesField() {}

  static int multiply(int a, int b) {
    int product = 0;
    int factor = a;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      product ^= factor & -((b >> bit) & 1);
      factor = ((factor << 1) & 0xff) ^ (REDUCTION & -(factor >> 7));
    }
    return product;
  }

  /** The inverse of a number that is not 0: its 254th power. */
  static int inverse(int a) {
    if (a == 0) {
      throw new ArithmeticException("0 has no inverse");
    }
    int square = a;
    int inverse = 1;
    for (int bit = 1; bit < Byte.SIZE; bit++) {
      square = multiply(square, square);
      inverse = multiply(inverse, square);
    }
    return inverse;
  }
}
