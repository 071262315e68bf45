package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What one cloud returned of a segment: a key share and a block, one after the other in the array
 * that came from the cloud. Not trusted until {@link #matches} said so.
 */
public final class StoredBlock {

  private final int cloud;
  private final byte[] object;
  private final int offset;

  /** The share and the block are all bytes of the object from the offset on. */
  StoredBlock(int cloud, byte[] object, int offset) {
    this.cloud = cloud;
    this.object = object;
    this.offset = offset;
  }

  /** Index of the cloud, which is also the index of the block in the code. */
  public int cloud() {
    return cloud;
  }

  /** Whether these are the bytes that the manifest pins for this cloud. */
  public boolean matches(SegmentEntry entry) {
    return entry.pins(cloud, Sha256.hash(new ByteSlice(object, offset, object.length - offset)));
  }

  /** The share and the block, one after the other. */
  ByteBuffer bytes() {
    return ByteBuffer.wrap(object, offset, object.length - offset).slice().asReadOnlyBuffer();
  }

  byte[] share() {
    return Arrays.copyOfRange(object, offset, offset + KeySharing.SHARE_BYTES);
  }

  ByteSlice block() {
    int start = offset + KeySharing.SHARE_BYTES;
    return new ByteSlice(object, start, object.length - start);
  }
}
