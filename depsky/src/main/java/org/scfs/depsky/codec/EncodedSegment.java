package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Id128;

/** A segment ready for the clouds. Immutable; the arrays are not copied. */
public final class EncodedSegment {

  private final int ciphertextLength;
  private final byte[][] shares;
  private final ByteBuffer[] blocks;
  private final ByteString blockHashes;

  EncodedSegment(int ciphertextLength, byte[][] shares, ByteBuffer[] blocks) {
    this.ciphertextLength = ciphertextLength;
    this.shares = shares;
    this.blocks = blocks;
    ByteBuffer hashes = ByteBuffer.allocate(shares.length * Sha256.BYTES);
    for (int i = 0; i < shares.length; i++) {
      hashes.put(Sha256.hash(share(i), block(i)));
    }
    this.blockHashes = ByteString.copyFrom(hashes.flip());
  }

  /** The share of the key for a cloud. */
  public ByteBuffer share(int cloud) {
    return ByteBuffer.wrap(shares[cloud]).asReadOnlyBuffer();
  }

  /** The block for a cloud. */
  public ByteBuffer block(int cloud) {
    return blocks[cloud].asReadOnlyBuffer();
  }

  /** What the manifest says of this segment. */
  public SegmentEntry entry(@Nullable Id128 id) {
    return new SegmentEntry(id, ciphertextLength, blockHashes);
  }
}
