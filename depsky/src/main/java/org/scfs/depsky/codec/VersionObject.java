package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The object that holds a version's manifest in one cloud; of a version of one segment it holds the
 * cloud's share and block too. Byte layout: docs/formats.md.
 */
public final class VersionObject {

  private static final String WITH_BLOCK = "DSV";
  private static final String MANIFEST_ONLY = "DSM";
  private static final int HEADER_BYTES = 16;

  private final byte[] object;
  private final int manifestLength;
  private final boolean hasBlock;

  private VersionObject(byte[] object, int manifestLength, boolean hasBlock) {
    this.object = object;
    this.manifestLength = manifestLength;
    this.hasBlock = hasBlock;
  }

  /** The object of a version of one segment, in pieces. */
  public static ByteBuffer[] withBlock(
      byte[] manifest, byte[] signature, EncodedSegment segment, int cloud) {
    ByteBuffer share = segment.share(cloud);
    ByteBuffer block = segment.block(cloud);
    ByteBuffer header =
        header(WITH_BLOCK, manifest, signature)
            .putShort((short) share.remaining())
            .putInt(block.remaining());
    return new ByteBuffer[] {
      header.flip(), ByteBuffer.wrap(manifest), ByteBuffer.wrap(signature), share, block
    };
  }

  /** The object of a version of one segment with a block that was {@link BlockRebuild rebuilt}. */
  public static ByteBuffer[] withBlock(byte[] manifest, byte[] signature, StoredBlock block) {
    ByteBuffer bytes = block.bytes();
    ByteBuffer header =
        header(WITH_BLOCK, manifest, signature)
            .putShort((short) KeySharing.SHARE_BYTES)
            .putInt(bytes.remaining() - KeySharing.SHARE_BYTES);
    return new ByteBuffer[] {
      header.flip(), ByteBuffer.wrap(manifest), ByteBuffer.wrap(signature), bytes
    };
  }

  /** The object of a version of several segments, in pieces. */
  public static ByteBuffer[] manifestOnly(byte[] manifest, byte[] signature) {
    ByteBuffer header = header(MANIFEST_ONLY, manifest, signature).putShort((short) 0).putInt(0);
    return new ByteBuffer[] {header.flip(), ByteBuffer.wrap(manifest), ByteBuffer.wrap(signature)};
  }

  private static ByteBuffer header(String kind, byte[] manifest, byte[] signature) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    ObjectFormat.putStart(header, kind);
    return header.putInt(manifest.length).putShort((short) signature.length);
  }

  /** Exact length of the object of a version of several segments, in bytes. */
  public static int bytesWithoutBlock(int manifestLength) {
    return HEADER_BYTES + manifestLength + SigningKey.SIGNATURE_BYTES;
  }

  /** The longest that the object of a version of one segment can be, in bytes. */
  public static int maxBytesWithBlock(int manifestLength, CodeParameters parameters, int segment) {
    int block = SegmentCodec.blockLength(CellCipher.ciphertextLength(segment), parameters.k());
    return bytesWithoutBlock(manifestLength) + KeySharing.SHARE_BYTES + block;
  }

  /**
   * Takes an object apart. Nothing in it is trusted yet.
   *
   * @throws CodecException if the bytes are not such an object from the first to the last
   */
  public static VersionObject parse(byte[] object) throws CodecException {
    ByteBuffer in = ByteBuffer.wrap(object);
    String kind = ObjectFormat.readStart(in, HEADER_BYTES);
    boolean hasBlock = kind.equals(WITH_BLOCK);
    CodecException.check(hasBlock || kind.equals(MANIFEST_ONLY), "not an object of a version");
    int manifest = in.getInt();
    int signature = Short.toUnsignedInt(in.getShort());
    int share = Short.toUnsignedInt(in.getShort());
    int block = in.getInt();
    CodecException.check(manifest >= 1 && manifest <= Manifest.MAX_BYTES, "manifest length");
    CodecException.check(signature == SigningKey.SIGNATURE_BYTES, "signature length");
    CodecException.check(share == (hasBlock ? KeySharing.SHARE_BYTES : 0), "share length");
    CodecException.check(hasBlock ? block >= 1 : block == 0, "block length");
    CodecException.check(
        object.length == HEADER_BYTES + (long) manifest + signature + share + block,
        "the lengths in the header do not add up to the object's");
    return new VersionObject(object, manifest, hasBlock);
  }

  /** Whether the version that the object claims to be has this hash. */
  public boolean manifestHasHash(byte[] hash) {
    return Arrays.equals(Manifest.hash(manifest()), hash);
  }

  /** The signature that lies beside the manifest. The manifest's hash does not cover it. */
  public byte[] signature() {
    int offset = HEADER_BYTES + manifestLength;
    return Arrays.copyOfRange(object, offset, offset + SigningKey.SIGNATURE_BYTES);
  }

  /** Whether the signature is that of the writer over the manifest. */
  public boolean isSignedBy(VerifyingKey writer) {
    return writer.verifies(manifest(), signature());
  }

  /** The encoded manifest. */
  public ByteBuffer manifest() {
    return ByteBuffer.wrap(object, HEADER_BYTES, manifestLength).slice();
  }

  /**
   * The share and the block that a cloud returned in this object.
   *
   * @throws CodecException if there are none, or they have not the length that the manifest says
   */
  public StoredBlock block(int cloud, Manifest manifest) throws CodecException {
    CodecException.check(hasBlock, "the object holds no block");
    int offset = bytesWithoutBlock(manifestLength);
    int length =
        SegmentCodec.blockLength(
            manifest.segments().getFirst().ciphertextLength(), manifest.parameters().k());
    CodecException.check(
        object.length - offset == KeySharing.SHARE_BYTES + length, "the block has a wrong length");
    return new StoredBlock(cloud, object, offset);
  }
}
