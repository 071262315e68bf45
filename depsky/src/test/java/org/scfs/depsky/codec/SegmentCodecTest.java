package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.codec.CodecSamples.FOUR;
import static org.scfs.depsky.codec.CodecSamples.alone;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.scfs.ports.Id128;
import org.scfs.ports.system.SystemEnvironment;

final class SegmentCodecTest {

  private static final int[] SIZES = {
    1, 2, 63, 1000, (64 << 10) - 1, 64 << 10, (64 << 10) + 1, (128 << 10) + 17, 300_000
  };

  @ParameterizedTest
  @CsvSource({"4,1,2,2", "7,2,3,3", "10,3,4,4", "6,1,4,2", "6,1,2,4", "1,0,1,1", "4,1,1,2"})
  void everyChoiceOfEnoughCloudsGivesTheContentBack(int n, int f, int k, int t) throws Exception {
    CodeParameters parameters = new CodeParameters(n, f, k, t);
    for (int size : SIZES) {
      byte[] content = CodecSamples.random(size, size);
      EncodedSegment segment = CodecSamples.encode(parameters, content, alone());
      Manifest manifest = CodecSamples.manifest(parameters, size, segment);
      List<int[]> choices = CodecSamples.choices(n, parameters.readQuorum());
      for (int[] clouds : size == 1000 ? choices : List.of(choices.getFirst(), choices.getLast())) {
        assertThat(decoded(manifest, CodecSamples.stored(segment, clouds))).isEqualTo(content);
      }
    }
  }

  private static byte[] decoded(Manifest manifest, List<StoredBlock> blocks) throws Exception {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    codec(manifest.parameters())
        .decode(
            manifest,
            0,
            blocks,
            (offset, plaintext) -> {
              assertThat(offset).isEqualTo(content.size());
              byte[] bytes = new byte[plaintext.remaining()];
              plaintext.get(bytes);
              content.writeBytes(bytes);
            });
    return content.toByteArray();
  }

  private static SegmentCodec codec(CodeParameters parameters) {
    return new SegmentCodec(parameters, CodecSamples.seeded(7));
  }

  @Test
  void everyBlockMatchesItsOwnHashOnly() throws Exception {
    EncodedSegment segment = CodecSamples.encode(FOUR, new byte[100], alone());
    SegmentEntry entry = segment.entry(null);
    for (int cloud = 0; cloud < 4; cloud++) {
      byte[] bytes = CodecSamples.concatenated(segment.share(cloud), segment.block(cloud));
      assertThat(new StoredBlock(cloud, bytes, 0).matches(entry)).isTrue();
      assertThat(new StoredBlock((cloud + 1) % 4, bytes, 0).matches(entry)).isFalse();
      for (int i = 0; i < bytes.length; i++) {
        byte[] damaged = bytes.clone();
        damaged[i] ^= 1;
        assertThat(new StoredBlock(cloud, damaged, 0).matches(entry)).isFalse();
      }
    }
  }

  @Test
  void segmentDecryptsAtItsOwnPlaceOnly() throws Exception {
    byte[] content = CodecSamples.random(1, 70_000);
    EncodedSegment segment = CodecSamples.encode(FOUR, content, alone());
    Manifest right = CodecSamples.manifest(FOUR, content.length, segment);
    List<StoredBlock> blocks = CodecSamples.stored(segment, new int[] {0, 1});
    assertThat(decoded(right, blocks)).isEqualTo(content);
    Id128 other = new Id128(1, 1);
    List<Manifest> wrong = new ArrayList<>();
    wrong.add(with(right, other, right.unit()));
    wrong.add(with(right, right.volume(), other));
    for (Manifest manifest : wrong) {
      assertThatThrownBy(() -> decoded(manifest, blocks)).isInstanceOf(CodecException.class);
    }
  }

  private static Manifest with(Manifest manifest, Id128 volume, Id128 unit) {
    return new Manifest(
        volume,
        unit,
        manifest.size(),
        manifest.segmentBytes(),
        manifest.parameters(),
        manifest.code(),
        manifest.writer(),
        manifest.segments());
  }

  @Test
  void cellsAreBoundToSegmentIndexAndEnd() throws Exception {
    byte[] content = CodecSamples.random(1, 500);
    for (SegmentContext context :
        List.of(
            new SegmentContext(CodecSamples.VOLUME, CodecSamples.UNIT, 1, true),
            new SegmentContext(CodecSamples.VOLUME, CodecSamples.UNIT, 0, false))) {
      EncodedSegment segment = CodecSamples.encode(FOUR, content, context);
      Manifest manifest = CodecSamples.manifest(FOUR, content.length, segment);
      assertThatThrownBy(() -> decoded(manifest, CodecSamples.stored(segment, new int[] {0, 1})))
          .isInstanceOf(CodecException.class);
    }
  }

  @Test
  void contentCutAtACellIsNoticed() throws Exception {
    byte[] content = CodecSamples.random(1, 2 * CellCipher.CELL_BYTES);
    EncodedSegment segment = CodecSamples.encode(FOUR, content, alone());
    Manifest shorter = CodecSamples.manifest(FOUR, CellCipher.CELL_BYTES, segment);
    assertThatThrownBy(() -> decoded(shorter, CodecSamples.stored(segment, new int[] {0, 1})))
        .isInstanceOf(CodecException.class);
  }

  @Test
  void onlyVerifiedPlaintextIsLetGo() throws Exception {
    byte[] content = CodecSamples.random(1, 3 * CellCipher.CELL_BYTES);
    EncodedSegment segment = CodecSamples.encode(FOUR, content, alone());
    Manifest manifest = CodecSamples.manifest(FOUR, content.length, segment);
    byte[] first = CodecSamples.concatenated(segment.share(0), segment.block(0));
    first[KeySharing.SHARE_BYTES + CellCipher.CELL_BYTES + CellCipher.TAG_BYTES + 5] ^= 1;
    List<StoredBlock> blocks =
        List.of(new StoredBlock(0, first, 0), CodecSamples.stored(segment, 1));
    List<Integer> offsets = new ArrayList<>();
    assertThatThrownBy(
            () -> codec(FOUR).decode(manifest, 0, blocks, (offset, plain) -> offsets.add(offset)))
        .isInstanceOf(CodecException.class);
    assertThat(offsets).containsExactly(0);
  }

  @Test
  void equalContentsHaveDifferentBlocks() throws Exception {
    SegmentCodec codec = codec(FOUR);
    byte[] content = new byte[1000];
    EncodedSegment one = codec.encode(alone(), 1000, CodecSamples.source(content, 0));
    EncodedSegment two = codec.encode(alone(), 1000, CodecSamples.source(content, 0));
    for (int cloud = 0; cloud < 4; cloud++) {
      assertThat(one.block(cloud)).isNotEqualTo(two.block(cloud));
      assertThat(one.share(cloud)).isNotEqualTo(two.share(cloud));
    }
  }

  @Test
  void shareOfAnotherCloudIsRefused() throws Exception {
    byte[] content = new byte[10];
    EncodedSegment segment = CodecSamples.encode(FOUR, content, alone());
    byte[] first = CodecSamples.concatenated(segment.share(0), segment.block(0));
    first[0] = 3;
    List<StoredBlock> blocks =
        List.of(new StoredBlock(0, first, 0), CodecSamples.stored(segment, 1));
    Manifest manifest = CodecSamples.manifest(FOUR, content.length, segment);
    assertThatThrownBy(() -> decoded(manifest, blocks))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("share");
  }

  @ParameterizedTest
  @CsvSource({"4,1,2,2", "7,2,3,3", "10,3,4,4"})
  void manyThreadsGiveTheSameBytesAsOne(int n, int f, int k, int t) throws Exception {
    CodeParameters parameters = new CodeParameters(n, f, k, t);
    byte[] content = CodecSamples.random(5, (3 << 20) + 11);
    EncodedSegment one = CodecSamples.encode(parameters, content, alone());
    EncodedSegment other =
        new SegmentCodec(parameters, CodecSamples.seeded(7), SystemEnvironment.create().tasks())
            .encode(alone(), content.length, CodecSamples.source(content, 0));
    assertThat(other.entry(null)).isEqualTo(one.entry(null));
    for (int cloud = 0; cloud < n; cloud++) {
      assertThat(other.block(cloud)).isEqualTo(one.block(cloud));
      assertThat(other.share(cloud)).isEqualTo(one.share(cloud));
    }
  }

  @Test
  void encodingAndDecodingAllocateLittleBesidesTheBlocks() throws Exception {
    int length = 8 << 20;
    byte[] content = CodecSamples.random(5, length);
    SegmentCodec codec = codec(FOUR);
    EncodedSegment segment = codec.encode(alone(), length, CodecSamples.source(content, 0));
    Manifest manifest = CodecSamples.manifest(FOUR, length, segment);
    List<StoredBlock> blocks = CodecSamples.stored(segment, new int[] {1, 2});
    var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    // Loads classes and lets the compiler see most of it: what is interpreted allocates more.
    codec.warmUp();
    long start = thread.getCurrentThreadAllocatedBytes();
    codec.encode(alone(), length, CodecSamples.source(content, 0));
    long encoded = thread.getCurrentThreadAllocatedBytes();
    codec.decode(manifest, 0, blocks, (_, _) -> {});
    long decoded = thread.getCurrentThreadAllocatedBytes();
    assertThat(encoded - start - 2L * length).isLessThan(2 << 20);
    assertThat(decoded - encoded).isLessThan(2 << 20);
  }

  @Test
  void contentThatEndsTooEarlyFails() {
    assertThatThrownBy(() -> codec(FOUR).encode(alone(), 10, (_, into) -> into.put((byte) 1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("9 bytes too early");
  }
}
