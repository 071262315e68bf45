package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Id128;

/**
 * A segment as its version's manifest pins it.
 *
 * @param id its name in the clouds; null in a version of one segment, whose blocks travel with the
 *     manifest
 * @param ciphertextLength bytes of ciphertext, tags included, without padding
 * @param blockHashes for each cloud the SHA-256 of its share and block, one after the other, also
 *     for clouds that were not written to
 */
public record SegmentEntry(@Nullable Id128 id, int ciphertextLength, ByteString blockHashes) {

  boolean pins(int cloud, byte[] hash) {
    int start = cloud * Sha256.BYTES;
    ByteString pinned = blockHashes.substring(start, start + Sha256.BYTES);
    return Arrays.equals(pinned.toByteArray(), hash);
  }
}
