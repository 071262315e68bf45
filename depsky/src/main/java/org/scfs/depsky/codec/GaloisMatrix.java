package org.scfs.depsky.codec;

import java.util.Arrays;

/** Square matrices over GF(2^8). */
final class GaloisMatrix {

  private GaloisMatrix() {}

  /**
   * The inverse, by Gauss-Jordan elimination.
   *
   * @throws ArithmeticException if the matrix is singular
   */
  static int[][] inverse(int[][] matrix) {
    int size = matrix.length;
    int[][] rows = new int[size][];
    for (int r = 0; r < size; r++) {
      rows[r] = Arrays.copyOf(matrix[r], 2 * size);
      rows[r][size + r] = 1;
    }
    for (int column = 0; column < size; column++) {
      swap(rows, column, pivot(rows, column));
      scale(rows[column], GaloisField.inverse(rows[column][column]));
      for (int r = 0; r < size; r++) {
        if (r != column) {
          subtract(rows[r], rows[r][column], rows[column]);
        }
      }
    }
    int[][] inverse = new int[size][];
    for (int r = 0; r < size; r++) {
      inverse[r] = Arrays.copyOfRange(rows[r], size, 2 * size);
    }
    return inverse;
  }

  private static int pivot(int[][] rows, int column) {
    for (int r = column; r < rows.length; r++) {
      if (rows[r][column] != 0) {
        return r;
      }
    }
    throw new ArithmeticException("the matrix is singular");
  }

  private static void swap(int[][] rows, int a, int b) {
    int[] row = rows[a];
    rows[a] = rows[b];
    rows[b] = row;
  }

  private static void scale(int[] row, int factor) {
    for (int i = 0; i < row.length; i++) {
      row[i] = GaloisField.multiply(row[i], factor);
    }
  }

  private static void subtract(int[] row, int factor, int[] other) {
    for (int i = 0; i < row.length; i++) {
      row[i] ^= GaloisField.multiply(factor, other[i]);
    }
  }
}
