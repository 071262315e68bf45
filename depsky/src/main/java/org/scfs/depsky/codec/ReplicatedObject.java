package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.scfs.ports.Id128;

/**
 * The object that holds a whole value in each cloud (DepSky-A). It begins with a random id, so that
 * equal values are different objects. Byte layout: docs/formats.md.
 */
public final class ReplicatedObject {

  /** What the object takes beside the value, in bytes. */
  public static final int HEADER_BYTES = 4 + Id128.BYTES;

  private static final String KIND = "DSA";

  private ReplicatedObject() {}

  /** The object, in pieces. The value is not copied. */
  public static ByteBuffer[] encode(Id128 id, byte[] value) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    ObjectFormat.putStart(header, KIND);
    return new ByteBuffer[] {header.put(id.toBytes()).flip(), ByteBuffer.wrap(value)};
  }

  /** What readers know the object by: the SHA-256 of all of it. */
  public static byte[] hash(ByteBuffer... pieces) {
    return Sha256.hash(pieces);
  }

  /**
   * The value in an object.
   *
   * @throws CodecException if the object is not the one with this hash
   */
  public static byte[] decode(byte[] object, byte[] hash) throws CodecException {
    String kind = ObjectFormat.readStart(ByteBuffer.wrap(object), HEADER_BYTES);
    CodecException.check(kind.equals(KIND), "not a replicated value");
    CodecException.check(
        Arrays.equals(Sha256.hash(ByteBuffer.wrap(object)), hash), "its hash is wrong");
    return Arrays.copyOfRange(object, HEADER_BYTES, object.length);
  }
}
