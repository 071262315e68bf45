package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.codec.CodecSamples.FOUR;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.scfs.depsky.codec.wire.Segment;

final class ManifestTest {

  private static final int SEGMENT = 1000;

  private static Manifest many(long size, CodeParameters parameters) {
    List<SegmentEntry> segments = new ArrayList<>();
    long count = Manifest.segmentCount(size, SEGMENT);
    for (int i = 0; i < count; i++) {
      int length = CellCipher.ciphertextLength(Manifest.segmentLength(size, SEGMENT, i));
      ByteString hashes = ByteString.copyFrom(CodecSamples.random(i, parameters.n() * 32));
      segments.add(
          new SegmentEntry(count == 1 ? null : new org.scfs.ports.Id128(5, i), length, hashes));
    }
    return new Manifest(
        CodecSamples.VOLUME,
        CodecSamples.UNIT,
        size,
        SEGMENT,
        parameters,
        Manifest.preferredCode(parameters),
        ByteString.copyFrom(new byte[32]),
        segments);
  }

  private static Manifest decode(byte[] bytes) throws CodecException {
    return Manifest.decode(ByteBuffer.wrap(bytes));
  }

  @Test
  void manifestSurvivesItsEncoding() throws Exception {
    for (long size : new long[] {1, 999, 1000, 1001, 2000, 123_456}) {
      for (CodeParameters parameters : List.of(FOUR, new CodeParameters(10, 3, 4, 4))) {
        Manifest manifest = many(size, parameters);
        assertThat(decode(manifest.encode())).isEqualTo(manifest);
      }
    }
  }

  @Test
  void lastSegmentIsTheRest() {
    Manifest manifest = many(2500, FOUR);
    assertThat(manifest.segmentLength(0)).isEqualTo(1000);
    assertThat(manifest.segmentLength(2)).isEqualTo(500);
    assertThat(manifest.context(1).last()).isFalse();
    assertThat(manifest.context(2).last()).isTrue();
    assertThat(many(2000, FOUR).segmentLength(1)).isEqualTo(1000);
  }

  @Test
  void manifestOfTwoSegmentsIsLongerThanAnyOfOne() {
    for (int n = 1; n <= CodeParameters.MAX_CLOUDS; n++) {
      CodeParameters parameters = new CodeParameters(n, 0, 1, 1);
      assertThat((long) many(2000, parameters).encode().length)
          .isGreaterThan(Manifest.maxBytes(1, parameters))
          .isLessThanOrEqualTo(Manifest.maxBytes(2, parameters));
      assertThat((long) many(1, parameters).encode().length)
          .isLessThanOrEqualTo(Manifest.maxBytes(1, parameters));
    }
  }

  @Test
  void largestOneSegmentManifestKeepsItsBound() {
    CodeParameters parameters = new CodeParameters(32, 0, 32, 32);
    ByteString hashes = ByteString.copyFrom(new byte[32 * 32]);
    Manifest manifest =
        new Manifest(
            CodecSamples.VOLUME,
            CodecSamples.UNIT,
            Long.MAX_VALUE,
            Manifest.MAX_SEGMENT_BYTES,
            parameters,
            2,
            ByteString.copyFrom(new byte[32]),
            List.of(new SegmentEntry(null, Integer.MAX_VALUE, hashes)));
    assertThat((long) manifest.encode().length)
        .isLessThanOrEqualTo(Manifest.maxBytes(1, parameters));
  }

  @Test
  void fileOfOneTebibyteFits() {
    long segments = Manifest.segmentCount(1L << 40, 8 << 20);
    assertThat(segments).isEqualTo(131_072);
    assertThat(Manifest.maxBytes(segments, FOUR)).isLessThan(Manifest.MAX_BYTES);
    assertThat(Manifest.maxBytes(segments, new CodeParameters(10, 3, 4, 4)))
        .isLessThan(Manifest.MAX_BYTES);
  }

  @Test
  void manifestThatDoesNotFitTogetherIsRefused() throws Exception {
    refused(m -> m.setSize(0), "size");
    refused(m -> m.setSize(-1), "size");
    refused(m -> m.setSize(2001), "segments");
    refused(m -> m.setSize(1999), "ciphertext");
    refused(m -> m.setSegmentBytes(0), "segments of 0");
    refused(m -> m.setSegmentBytes(-1), "segments of 4294967295");
    refused(m -> m.setClouds(5), "code");
    refused(m -> m.setClouds(-1), "parameters");
    refused(m -> m.setFaulty(2), "parameters");
    refused(m -> m.setDataBlocks(Integer.MAX_VALUE), "parameters");
    refused(m -> m.setKeyShares(1), "parameters");
    refused(m -> m.setCode(3), "code");
    refused(m -> m.setCipher(2), "cipher");
    refused(m -> m.setHash(0), "hash");
    refused(m -> m.setWriter(ByteString.EMPTY), "writer");
    refused(m -> m.setUnit(ByteString.copyFrom(new byte[15])), "15 bytes");
    refused(m -> m.setVolume(ByteString.EMPTY), "0 bytes");
    refused(m -> m.setSegments(0, Segment.newBuilder(m.getSegments(0)).clearId()), "wrong id");
    refused(m -> m.removeSegments(1), "segments");
  }

  private static void refused(
      Consumer<org.scfs.depsky.codec.wire.Manifest.Builder> change, String why) throws Exception {
    var message =
        org.scfs.depsky.codec.wire.Manifest.parseFrom(many(2000, FOUR).encode()).toBuilder();
    change.accept(message);
    assertThatThrownBy(() -> decode(message.build().toByteArray()))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining(why);
  }

  @Test
  void parametersMustKeepTheRules() {
    for (int[] wrong :
        new int[][] {
          {33, 1, 2, 2},
          {4, -1, 2, 2},
          {4, 1, 0, 2},
          {4, 1, 2, 1},
          {3, 1, 2, 2},
          {4, 1, 3, 2},
          {4, 1, 2, 3},
          {0, 0, 1, 1},
          {4, Integer.MAX_VALUE, 1, 1}
        }) {
      assertThatThrownBy(() -> new CodeParameters(wrong[0], wrong[1], wrong[2], wrong[3]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new CodeParameters(6, 1, 2, 4).readQuorum()).isEqualTo(4);
  }
}
