package org.scfs.depsky.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.scfs.ports.Id128;
import org.scfs.ports.Randomness;

/** Values that the tests of the codec share. */
final class CodecSamples {

  static final Id128 VOLUME = Id128.parse("00112233445566778899aabbccddeeff");
  static final Id128 UNIT = Id128.parse("a0a1a2a3a4a5a6a7a8a9aaabacadaeaf");
  static final Id128 SEGMENT = Id128.parse("b0b1b2b3b4b5b6b7b8b9babbbcbdbebf");
  static final CodeParameters FOUR = new CodeParameters(4, 1, 2, 2);

  private CodecSamples() {}

  static Randomness seeded(long seed) {
    return new Random(seed)::nextBytes;
  }

  static byte[] random(long seed, int length) {
    return seeded(seed).bytes(length);
  }

  static SegmentCodec.Source source(byte[] content, int start) {
    return (offset, into) -> into.put(content, start + offset, into.remaining());
  }

  static EncodedSegment encode(CodeParameters parameters, byte[] content, SegmentContext context)
      throws IOException {
    return new SegmentCodec(parameters, seeded(7))
        .encode(context, content.length, source(content, 0));
  }

  static SegmentContext alone() {
    return new SegmentContext(VOLUME, UNIT, 0, true);
  }

  static Manifest manifest(CodeParameters parameters, int size, EncodedSegment segment) {
    return new Manifest(
        VOLUME,
        UNIT,
        size,
        8 << 20,
        parameters,
        Manifest.preferredCode(parameters),
        SigningKey.generate(seeded(9)).id(),
        List.of(segment.entry(null)));
  }

  /** The block of a cloud as it comes back from there. */
  static StoredBlock stored(EncodedSegment segment, int cloud) {
    ByteBuffer bytes =
        ByteBuffer.allocate(segment.share(cloud).remaining() + segment.block(cloud).remaining());
    bytes.put(segment.share(cloud)).put(segment.block(cloud));
    return new StoredBlock(cloud, bytes.array(), 0);
  }

  static List<StoredBlock> stored(EncodedSegment segment, int[] clouds) {
    List<StoredBlock> blocks = new ArrayList<>();
    for (int cloud : clouds) {
      blocks.add(stored(segment, cloud));
    }
    return blocks;
  }

  static byte[] concatenated(ByteBuffer... pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer piece : pieces) {
      byte[] bytes = new byte[piece.remaining()];
      piece.duplicate().get(bytes);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  /** All ways to choose so many of the numbers from 0 to n - 1, in order. */
  static List<int[]> choices(int n, int size) {
    List<int[]> choices = new ArrayList<>();
    for (int set = 0; set < 1 << n; set++) {
      if (Integer.bitCount(set) == size) {
        int bits = set;
        choices.add(
            java.util.stream.IntStream.range(0, n).filter(i -> (bits & (1 << i)) != 0).toArray());
      }
    }
    return choices;
  }
}
