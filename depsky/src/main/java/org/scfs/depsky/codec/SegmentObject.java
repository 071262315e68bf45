package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import org.scfs.ports.Id128;

/**
 * The object that holds one cloud's share and block of one segment of a version of several. Byte
 * layout: docs/formats.md.
 */
public final class SegmentObject {

  private static final String KIND = "DSS";
  private static final int HEADER_BYTES = 64;

  private SegmentObject() {}

  /** The object, in pieces. */
  public static ByteBuffer[] encode(
      SegmentContext context, Id128 id, EncodedSegment segment, int cloud) {
    ByteBuffer share = segment.share(cloud);
    ByteBuffer block = segment.block(cloud);
    ByteBuffer header = header(context, id, block.remaining());
    return new ByteBuffer[] {header, share, block};
  }

  /** The object with a block that was {@link BlockRebuild rebuilt}, in pieces. */
  public static ByteBuffer[] encode(SegmentContext context, Id128 id, StoredBlock block) {
    ByteBuffer bytes = block.bytes();
    return new ByteBuffer[] {
      header(context, id, bytes.remaining() - KeySharing.SHARE_BYTES), bytes
    };
  }

  private static ByteBuffer header(SegmentContext context, Id128 id, int blockLength) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    ObjectFormat.putStart(header, KIND);
    return header
        .putInt(context.index())
        .putInt(blockLength)
        .putShort((short) KeySharing.SHARE_BYTES)
        .putShort((short) 0)
        .put(context.volume().toBytes())
        .put(context.unit().toBytes())
        .put(id.toBytes())
        .flip();
  }

  /** Exact length of the object of a segment, in bytes. */
  public static int bytes(SegmentEntry entry, CodeParameters parameters) {
    int block = SegmentCodec.blockLength(entry.ciphertextLength(), parameters.k());
    return HEADER_BYTES + KeySharing.SHARE_BYTES + block;
  }

  /**
   * Takes an object apart that should be that of a segment of a version. The share and the block
   * are not trusted yet.
   *
   * @throws CodecException if it is not
   */
  public static StoredBlock parse(byte[] object, Manifest manifest, int index, int cloud)
      throws CodecException {
    SegmentEntry entry = manifest.segments().get(index);
    Id128 id = entry.id();
    if (id == null) {
      throw new IllegalArgumentException("a version of one segment has no segment objects");
    }
    CodecException.check(
        object.length == bytes(entry, manifest.parameters()), "the object has a wrong length");
    int block = object.length - HEADER_BYTES - KeySharing.SHARE_BYTES;
    CodecException.check(
        header(manifest.context(index), id, block)
            .equals(ByteBuffer.wrap(object, 0, HEADER_BYTES).slice()),
        "the object's header is not that of the segment");
    return new StoredBlock(cloud, object, HEADER_BYTES);
  }
}
