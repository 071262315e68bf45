package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4). */
final class Sha256 {

  /** Length of a hash in bytes. */
  static final int BYTES = 32;

  private Sha256() {}

  /** The hash of what remains in the buffers, one after the other; their positions stay. */
  static byte[] hash(ByteBuffer... pieces) {
    MessageDigest digest = newDigest();
    for (ByteBuffer piece : pieces) {
      digest.update(piece.duplicate());
    }
    return digest.digest();
  }

  /** The hash of the ranges, one after the other. */
  static byte[] hash(ByteSlice... ranges) {
    MessageDigest digest = newDigest();
    for (ByteSlice range : ranges) {
      digest.update(range.array(), range.offset(), range.length());
    }
    return digest.digest();
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
