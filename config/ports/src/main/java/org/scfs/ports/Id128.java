package org.scfs.ports;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A 128-bit identifier of a file-system object, a data unit, a volume, a segment or a commit.
 *
 * @param high the first eight bytes, big-endian
 * @param low the last eight bytes, big-endian
 */
public record Id128(long high, long low) implements Comparable<Id128> {

  /** Length of {@link #toBytes} in bytes. */
  public static final int BYTES = 16;

  private static final HexFormat HEX = HexFormat.of();

  /**
   * Reads an identifier from exactly {@value #BYTES} bytes.
   *
   * @throws IllegalArgumentException if there are more or fewer
   */
  public static Id128 fromBytes(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("an id has 16 bytes, not " + bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new Id128(buffer.getLong(), buffer.getLong());
  }

  /**
   * Reads an identifier from 32 lower-case hexadecimal digits, the form of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static Id128 parse(String text) {
    if (text.length() != 2 * BYTES) {
      throw new IllegalArgumentException("an id has 32 hexadecimal digits: " + text);
    }
    return new Id128(
        HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
  }

  /** The identifier as {@value #BYTES} bytes, big-endian. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
  }

  /** The identifier as 32 lower-case hexadecimal digits. */
  @Override
  public String toString() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }

  @Override
  public int compareTo(Id128 other) {
    int order = Long.compareUnsigned(high, other.high);
    return order != 0 ? order : Long.compareUnsigned(low, other.low);
  }
}
