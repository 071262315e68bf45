package org.scfs.depsky.codec;

/** GF(2^8) by schoolbook multiplication of polynomials: slow, without tables, and obvious. */
final class NaiveField {

  private static final int REED_SOLOMON = 0x11d;
  static final int AES = 0x11b;

  private NaiveField() {}

  static int multiply(int a, int b) {
    return multiply(a, b, REED_SOLOMON);
  }

  static int multiply(int a, int b, int polynomial) {
    int product = 0;
    for (int bit = 0; bit < 8; bit++) {
      product ^= (b >> bit & 1) * (a << bit);
    }
    for (int bit = 14; bit >= 8; bit--) {
      product ^= (product >> bit & 1) * (polynomial << (bit - 8));
    }
    return product;
  }

  static int inverse(int a) {
    return inverse(a, REED_SOLOMON);
  }

  static int inverse(int a, int polynomial) {
    for (int candidate = 1; candidate < 256; candidate++) {
      if (multiply(a, candidate, polynomial) == 1) {
        return candidate;
      }
    }
    throw new ArithmeticException("no inverse of " + a);
  }

  static int power(int exponent) {
    int power = 1;
    for (int i = 0; i < exponent; i++) {
      power = multiply(power, 2);
    }
    return power;
  }
}
