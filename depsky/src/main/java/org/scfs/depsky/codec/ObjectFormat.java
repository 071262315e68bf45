package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What the headers of all objects have in common: a format version and three letters of kind. */
final class ObjectFormat {

  /** Byte 0 of every object, and the first byte that a manifest's hash covers. */
  static final byte VERSION = 1;

  private static final int KIND_BYTES = 3;

  private ObjectFormat() {}

  static void putStart(ByteBuffer header, String kind) {
    header.put(VERSION).put(kind.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads the format version and the kind of an object whose header has so many bytes. */
  static String readStart(ByteBuffer object, int headerBytes) throws CodecException {
    CodecException.check(object.remaining() >= headerBytes, "the object is too short");
    byte version = object.get();
    CodecException.check(version == VERSION, "unknown format version " + version);
    byte[] kind = new byte[KIND_BYTES];
    object.get(kind);
    return new String(kind, StandardCharsets.ISO_8859_1);
  }
}
