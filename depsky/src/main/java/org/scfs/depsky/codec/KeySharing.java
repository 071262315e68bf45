package org.scfs.depsky.codec;

import java.io.IOException;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.crypto.threshold.SecretShare;
import org.bouncycastle.crypto.threshold.ShamirSecretSplitter;
import org.bouncycastle.crypto.threshold.ShamirSplitSecret;
import org.bouncycastle.crypto.threshold.ShamirSplitSecretShare;
import org.scfs.ports.Randomness;

/**
 * Shamir's secret sharing (CACM 1979) over GF(2^8) with the polynomial of AES: any t of n shares
 * give a key back, fewer say nothing of it. A share is the x coordinate (1 to n) in one byte and a
 * byte per byte of the key. Shares carry no authentication of their own: the hash of the block they
 * travel with covers them.
 */
final class KeySharing {

  static final int KEY_BYTES = 32;
  static final int SHARE_BYTES = 1 + KEY_BYTES;

  private KeySharing() {}

  /** Splits a key; share i belongs to cloud i and has x coordinate i + 1. */
  static byte[][] split(byte[] key, CodeParameters parameters, Randomness randomness) {
    ShamirSplitSecret split =
        ShamirSecretSplitter.getInstance(
                ShamirSecretSplitter.Algorithm.AES, KEY_BYTES, new PortRandom(randomness))
            .resplit(key, parameters.t(), parameters.n());
    byte[][] shares = new byte[parameters.n()][];
    for (int i = 0; i < shares.length; i++) {
      byte[] value = encoded(split.getSecretShares()[i]);
      shares[i] = new byte[SHARE_BYTES];
      shares[i][0] = (byte) (i + 1);
      System.arraycopy(value, 0, shares[i], 1, KEY_BYTES);
      Arrays.fill(value, (byte) 0);
    }
    return shares;
  }

  /** Computes the key from t shares with different x coordinates. */
  static byte[] combine(List<byte[]> shares) {
    ShamirSplitSecretShare[] points = new ShamirSplitSecretShare[shares.size()];
    for (int i = 0; i < points.length; i++) {
      byte[] share = shares.get(i);
      points[i] =
          new ShamirSplitSecretShare(Arrays.copyOfRange(share, 1, SHARE_BYTES), share[0] & 0xff);
    }
    try {
      return ShamirSplitSecret.getInstance(ShamirSecretSplitter.Algorithm.AES, points).getSecret();
    } catch (IOException e) {
      throw new IllegalStateException("shares in memory cannot fail to be read", e);
    }
  }

  private static byte[] encoded(SecretShare share) {
    try {
      return share.getEncoded();
    } catch (IOException e) {
      throw new IllegalStateException("a share in memory cannot fail to be read", e);
    }
  }

  /** The random source of this process in the shape that BouncyCastle takes. */
  private static final class PortRandom extends SecureRandom {
    PortRandom(Randomness randomness) {
      super(
          new SecureRandomSpi() {
            @Override
            protected void engineSetSeed(byte[] seed) {
              throw new UnsupportedOperationException("this source needs no seed");
            }

            @Override
            protected void engineNextBytes(byte[] bytes) {
              randomness.fill(bytes);
            }

            @Override
            protected byte[] engineGenerateSeed(int length) {
              return randomness.bytes(length);
            }
          },
          null);
    }
  }
}
