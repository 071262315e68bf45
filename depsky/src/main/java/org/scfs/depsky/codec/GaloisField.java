package org.scfs.depsky.codec;

/** Arithmetic in GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11d), generator 2. */
final class GaloisField {

  private static final int POLYNOMIAL = 0x11d;
  private static final int ORDER = 255;
  private static final int[] POWERS = new int[2 * ORDER];
  private static final int[] LOGARITHMS = new int[ORDER + 1];

  static {
    int value = 1;
    for (int i = 0; i < ORDER; i++) {
      POWERS[i] = value;
      POWERS[i + ORDER] = value;
      LOGARITHMS[value] = i;
      value <<= 1;
      if (value > ORDER) {
        value ^= POLYNOMIAL;
      }
    }
  }

  private GaloisField() {}

  /** 2 to the power of a number that is not negative. */
  static int power(int exponent) {
    return POWERS[exponent % ORDER];
  }

  static int multiply(int a, int b) {
    return a == 0 || b == 0 ? 0 : POWERS[LOGARITHMS[a] + LOGARITHMS[b]];
  }

  /** The inverse of a number that is not 0. */
  static int inverse(int a) {
    if (a == 0) {
      throw new ArithmeticException("0 has no inverse");
    }
    return POWERS[ORDER - LOGARITHMS[a]];
  }
}
