package org.scfs.depsky;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A SHA-256 hash, as four big-endian words.
 *
 * @param first bytes 0 to 7
 * @param second bytes 8 to 15
 * @param third bytes 16 to 23
 * @param fourth bytes 24 to 31
 */
public record Digest(long first, long second, long third, long fourth) {

  /** Length of a hash in bytes. */
  public static final int BYTES = 32;

  private static final HexFormat HEX = HexFormat.of();

  /**
   * Reads a hash from exactly {@value #BYTES} bytes.
   *
   * @throws IllegalArgumentException if there are more or fewer
   */
  public static Digest of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a hash has 32 bytes, not " + bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new Digest(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
  }

  /** The hash as {@value #BYTES} bytes. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(first)
        .putLong(second)
        .putLong(third)
        .putLong(fourth)
        .array();
  }

  /** The hash as 64 lower-case hexadecimal digits. */
  @Override
  public String toString() {
    return HEX.formatHex(toBytes());
  }
}
