package org.scfs.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of an object to store, in pieces so that a header and a block need not be copied
 * together. Can be read any number of times, by several threads at once, as long as nobody changes
 * the arrays below it.
 */
public final class Payload {

  private final List<ByteBuffer> pieces;
  private final long length;

  private Payload(List<ByteBuffer> pieces) {
    this.pieces = pieces;
    this.length = pieces.stream().mapToLong(ByteBuffer::remaining).sum();
  }

  /** A payload of whole arrays, one after the other. The arrays are not copied. */
  public static Payload of(byte[]... pieces) {
    return new Payload(
        Arrays.stream(pieces).map(ByteBuffer::wrap).map(ByteBuffer::asReadOnlyBuffer).toList());
  }

  /** A payload of what remains in the buffers, one after the other. The bytes are not copied. */
  public static Payload of(ByteBuffer... pieces) {
    return new Payload(Arrays.stream(pieces).map(ByteBuffer::asReadOnlyBuffer).toList());
  }

  /** Number of bytes. */
  public long length() {
    return length;
  }

  /** Read-only views of the pieces, each with a position of its own. */
  public List<ByteBuffer> pieces() {
    return pieces.stream().map(ByteBuffer::duplicate).toList();
  }

  /** The bytes in one new array, for small objects and for stores that need one. */
  public byte[] toByteArray() {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(length));
    pieces().forEach(all::put);
    return all.array();
  }
}
