package org.scfs.depsky.codec;

import java.util.Arrays;
import java.util.Objects;

/** A range of an array, to read from or to write to. Not a record: nobody compares the bytes. */
final class ByteSlice {

  private final byte[] array;
  private final int offset;
  private final int length;

  ByteSlice(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = Objects.checkFromIndexSize(offset, length, array.length);
    this.length = length;
  }

  static ByteSlice of(byte[] array) {
    return new ByteSlice(array, 0, array.length);
  }

  byte[] array() {
    return array;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  /** A part of this range. */
  ByteSlice part(int from, int bytes) {
    return new ByteSlice(array, offset + Objects.checkFromIndexSize(from, bytes, length), bytes);
  }

  /** The rest of this range. */
  ByteSlice from(int start) {
    return part(start, length - start);
  }

  /** The same part of each range. */
  static ByteSlice[] parts(ByteSlice[] ranges, int from, int bytes) {
    ByteSlice[] parts = new ByteSlice[ranges.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = ranges[i].part(from, bytes);
    }
    return parts;
  }

  void clear() {
    Arrays.fill(array, offset, offset + length, (byte) 0);
  }

  /** Kernels rely on this, and so on the checks in the constructor. */
  static void checkEqualLengths(ByteSlice... ranges) {
    for (ByteSlice range : ranges) {
      if (range.length != ranges[0].length) {
        throw new IllegalArgumentException(
            "ranges of " + ranges[0].length + " and " + range.length + " bytes");
      }
    }
  }
}
