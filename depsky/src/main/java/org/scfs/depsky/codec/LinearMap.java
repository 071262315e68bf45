package org.scfs.depsky.codec;

import java.util.Arrays;

/**
 * A matrix over GF(2^8) that makes some blocks out of others: parity from data, or lost blocks from
 * those that are left. Immutable, thread-safe.
 */
final class LinearMap {

  /** So short that a stripe of all blocks stays in the fastest caches. */
  private static final int STRIPE_BYTES = 16 * 1024;

  private static final int[][] PAIR = {{1, 1}, {1, 2}};

  private final int[][] rows;
  private final boolean isPair;
  private final GaloisKernel kernel;

  LinearMap(int[][] rows) {
    this(rows, GaloisKernel.best());
  }

  LinearMap(int[][] rows, GaloisKernel kernel) {
    this.rows = rows;
    this.isPair = Arrays.deepEquals(rows, PAIR);
    this.kernel = kernel;
  }

  /** Sets each output to its row's combination of the inputs; all ranges are equally long. */
  void apply(ByteSlice[] in, ByteSlice[] out) {
    int length = in[0].length();
    for (int from = 0; from < length; from += STRIPE_BYTES) {
      int bytes = Math.min(STRIPE_BYTES, length - from);
      applyToStripe(ByteSlice.parts(in, from, bytes), ByteSlice.parts(out, from, bytes));
    }
  }

  private void applyToStripe(ByteSlice[] in, ByteSlice[] out) {
    if (isPair) {
      kernel.pair(in[0], in[1], out[0], out[1]);
      return;
    }
    for (int row = 0; row < rows.length; row++) {
      out[row].clear();
      for (int i = 0; i < in.length; i++) {
        kernel.multiplyAdd(rows[row][i], in[i], out[row]);
      }
    }
  }
}
