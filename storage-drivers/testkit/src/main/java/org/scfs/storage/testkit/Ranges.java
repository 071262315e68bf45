package org.scfs.storage.testkit;

import java.util.Arrays;
import org.scfs.storage.ByteRange;

/** Cuts ranges out of whole objects. */
final class Ranges {

  private Ranges() {}

  /** What of the bytes lies in the range; nothing if they end before it. */
  static byte[] cut(byte[] bytes, ByteRange range) {
    int from = (int) Math.min(range.offset(), bytes.length);
    return Arrays.copyOfRange(bytes, from, from + Math.min(range.length(), bytes.length - from));
  }
}
