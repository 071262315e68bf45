package org.scfs.depsky.codec;

import java.util.List;

/**
 * Systematic Reed-Solomon over GF(2^8): block i &lt; k is a slice of the data, the others are
 * linear combinations of all k slices, and any k of the n blocks give the data back. Immutable.
 */
final class ErasureCode {

  /** Parity row j has the coefficients 2^(i j). */
  static final int POWERS_OF_TWO = 1;

  /** Parity row j has the coefficients 1 / ((k + j) xor i). */
  static final int CAUCHY = 2;

  private final int k;
  private final int[][] parityRows;

  private ErasureCode(int k, int[][] parityRows) {
    this.k = k;
    this.parityRows = parityRows;
  }

  /** The identifier of the code that new versions use. */
  static int preferred(int n, int k) {
    return powersOfTwoSuffice(n, k) ? POWERS_OF_TWO : CAUCHY;
  }

  /**
   * Builds a code.
   *
   * @throws CodecException if the code is unknown or cannot do with any k of n blocks
   */
  static ErasureCode of(int id, int n, int k) throws CodecException {
    CodecException.check(id == POWERS_OF_TWO || id == CAUCHY, "unknown erasure code " + id);
    CodecException.check(
        id == CAUCHY || powersOfTwoSuffice(n, k),
        "erasure code " + id + " does not fit n=" + n + ", k=" + k);
    int[][] rows = new int[n - k][k];
    for (int j = 0; j < n - k; j++) {
      for (int i = 0; i < k; i++) {
        rows[j][i] = id == CAUCHY ? GaloisField.inverse((k + j) ^ i) : GaloisField.power(i * j);
      }
    }
    return new ErasureCode(k, rows);
  }

  /** Cases in which every square submatrix of the powers is regular; a test proves each of them. */
  private static boolean powersOfTwoSuffice(int n, int k) {
    return n - k <= 2 || (n == 7 && k == 3);
  }

  /** Coefficients of block {@code index} in terms of the k data blocks. */
  int[] row(int index) {
    if (index >= k) {
      return parityRows[index - k].clone();
    }
    int[] row = new int[k];
    row[index] = 1;
    return row;
  }

  /** Makes the n - k parity blocks, in order, of the k data blocks. */
  LinearMap parity() {
    return new LinearMap(parityRows);
  }

  /** Makes one block of any k others, in their order. */
  LinearMap rebuild(int wanted, List<StoredBlock> others) {
    return new LinearMap(new int[][] {combination(wanted, others)});
  }

  /** Coefficients of one block in terms of any k others. */
  int[] combination(int wanted, List<StoredBlock> others) {
    int[][] matrix = new int[k][];
    for (int r = 0; r < k; r++) {
      matrix[r] = row(others.get(r).cloud());
    }
    int[][] inverse = GaloisMatrix.inverse(matrix);
    int[] coefficients = row(wanted);
    int[] product = new int[k];
    for (int r = 0; r < k; r++) {
      for (int i = 0; i < k; i++) {
        product[r] ^= GaloisField.multiply(coefficients[i], inverse[i][r]);
      }
    }
    return product;
  }
}
