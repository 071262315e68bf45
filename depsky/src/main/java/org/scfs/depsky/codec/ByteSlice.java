package org.scfs.depsky.codec;

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

  byte[] array() {
    return array;
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }
}
