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

  /** Computes the parity blocks of k data blocks that lie one after the other in an array. */
  byte[][] parity(byte[] data) {
    int blockLength = data.length / k;
    byte[][] parity = new byte[parityRows.length][blockLength];
    for (int j = 0; j < parity.length; j++) {
      ByteSlice target = new ByteSlice(parity[j], 0, blockLength);
      for (int i = 0; i < k; i++) {
        ByteSlice source = new ByteSlice(data, i * blockLength, blockLength);
        GaloisKernel.multiplyAdd(parityRows[j][i], source, target);
      }
    }
    return parity;
  }

  /** Gives all data blocks in order, computing those that are not among k different blocks. */
  ByteSlice[] dataBlocks(List<StoredBlock> blocks) {
    ByteSlice[] data = new ByteSlice[k];
    for (StoredBlock block : blocks) {
      if (block.cloud() < k) {
        data[block.cloud()] = block.block();
      }
    }
    int[][] inverse = null;
    for (int i = 0; i < k; i++) {
      if (data[i] == null) {
        inverse = inverse == null ? inverse(blocks) : inverse;
        data[i] = combine(inverse[i], blocks);
      }
    }
    return data;
  }

  private static ByteSlice combine(int[] coefficients, List<StoredBlock> blocks) {
    int length = blocks.getFirst().block().length();
    ByteSlice target = new ByteSlice(new byte[length], 0, length);
    for (int r = 0; r < coefficients.length; r++) {
      GaloisKernel.multiplyAdd(coefficients[r], blocks.get(r).block(), target);
    }
    return target;
  }

  private int[][] inverse(List<StoredBlock> blocks) {
    int[][] matrix = new int[k][];
    for (int r = 0; r < k; r++) {
      matrix[r] = row(blocks.get(r).cloud());
    }
    return GaloisMatrix.inverse(matrix);
  }
}
