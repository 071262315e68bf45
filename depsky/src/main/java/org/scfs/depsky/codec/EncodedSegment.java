package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Id128;

/** A segment ready for the clouds. Immutable; the arrays are not copied. */
public final class EncodedSegment {

  private final int ciphertextLength;
  private final byte[][] shares;
  private final ByteSlice[] blocks;
  private final ByteString blockHashes;

  EncodedSegment(int ciphertextLength, byte[][] shares, ByteSlice[] blocks, byte[][] hashes) {
    this.ciphertextLength = ciphertextLength;
    this.shares = shares;
    this.blocks = blocks;
    this.blockHashes =
        ByteString.copyFrom(Arrays.stream(hashes).map(ByteString::copyFrom).toList());
  }

  /** The share of the key for a cloud. */
  public ByteBuffer share(int cloud) {
    return ByteBuffer.wrap(shares[cloud]).asReadOnlyBuffer();
  }

  /** The block for a cloud. */
  public ByteBuffer block(int cloud) {
    ByteSlice block = blocks[cloud];
    return ByteBuffer.wrap(block.array(), block.offset(), block.length()).asReadOnlyBuffer();
  }

  /** What the manifest says of this segment. */
  public SegmentEntry entry(@Nullable Id128 id) {
    return new SegmentEntry(id, ciphertextLength, blockHashes);
  }
}
