package org.scfs.depsky.codec;

/**
 * How a version is spread over clouds (DepSky, ACM TOS 2013, section 3): checked, so that f faulty
 * clouds can neither lose, forge nor read it.
 *
 * @param n number of clouds, at most {@value #MAX_CLOUDS}
 * @param f how many of them may be faulty in any way
 * @param k how many blocks give the ciphertext back
 * @param t how many shares give the key back
 */
public record CodeParameters(int n, int f, int k, int t) {

  /** The most clouds that a volume can have. */
  public static final int MAX_CLOUDS = 32;

  /** Checks the bounds. */
  public CodeParameters {
    check(n <= MAX_CLOUDS, "n <= " + MAX_CLOUDS, n, f, k, t);
    check(f >= 0, "f >= 0", n, f, k, t);
    check(k >= 1, "k >= 1", n, f, k, t);
    check(t > f, "t >= f + 1", n, f, k, t);
    // In long arithmetic: a forged manifest must not get through by an overflow.
    check(n >= 2L * f + Math.max(k, t), "n >= 2 f + max(k, t)", n, f, k, t);
  }

  private static void check(boolean holds, String rule, int n, int f, int k, int t) {
    if (!holds) {
      throw new IllegalArgumentException(
          "n=" + n + ", f=" + f + ", k=" + k + ", t=" + t + " must keep " + rule);
    }
  }

  /** How many correct clouds give a version back: the larger of k and t. */
  public int readQuorum() {
    return Math.max(k, t);
  }
}
