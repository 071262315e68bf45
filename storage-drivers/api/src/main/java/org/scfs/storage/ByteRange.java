package org.scfs.storage;

/**
 * A range of an object's bytes.
 *
 * @param offset first byte, from 0
 * @param length number of bytes, at least 1; bounds the memory that an answer may take
 */
public record ByteRange(long offset, int length) {

  /** Checks the bounds. */
  public ByteRange {
    if (offset < 0 || length < 1) {
      throw new IllegalArgumentException("not a byte range: " + offset + " + " + length);
    }
  }

  /** The first {@code length} bytes: the whole of an object that is not larger. */
  public static ByteRange first(int length) {
    return new ByteRange(0, length);
  }
}
