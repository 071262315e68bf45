package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What f clouds together have, with everything else there is to know (names, sizes, the manifest),
 * says nothing of the plaintext or the key.
 */
final class SecrecyTest {

  private static final String PARAMETERS = "4,1,2,2";

  private static byte[] content(int size) {
    byte[] content = new byte[size];
    byte[] text = "what nobody should read. ".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < size; i++) {
      content[i] = text[i % text.length];
    }
    return content;
  }

  private static byte[] decode(Manifest manifest, List<StoredBlock> blocks) throws Exception {
    ByteBuffer content = ByteBuffer.allocate((int) manifest.size());
    new SegmentCodec(manifest.parameters(), CodecSamples.seeded(1))
        .decode(manifest, 0, blocks, (_, plaintext) -> content.put(plaintext));
    return content.array();
  }

  /**
   * For every guess of the key there is a share of one more cloud that makes it the key: so the f
   * shares exclude no key at all, and favour none. This is the whole proof for one byte, done for
   * all 256 values of it.
   */
  @ParameterizedTest
  @CsvSource({PARAMETERS, "7,2,3,3", "10,3,4,4"})
  void everyKeyFitsTheSharesOfAnyFClouds(int n, int f, int k, int t) throws Exception {
    CodeParameters parameters = new CodeParameters(n, f, k, t);
    byte[] key = CodecSamples.random(5, KeySharing.KEY_BYTES);
    byte[][] shares = KeySharing.split(key, parameters, CodecSamples.seeded(6));
    for (int[] known : CodecSamples.choices(n, f)) {
      int more = other(known);
      boolean[] possible = new boolean[256];
      for (int guess = 0; guess < 256; guess++) {
        List<byte[]> chosen = new ArrayList<>();
        for (int cloud : known) {
          chosen.add(shares[cloud]);
        }
        byte[] invented = shares[more].clone();
        invented[1] = (byte) guess;
        chosen.add(invented);
        possible[KeySharing.combine(chosen)[0] & 0xff] = true;
      }
      assertThat(possible).doesNotContain(false);
    }
  }

  private static int other(int[] known) {
    for (int cloud = 0; ; cloud++) {
      int candidate = cloud;
      if (Arrays.stream(known).noneMatch(i -> i == candidate)) {
        return cloud;
      }
    }
  }

  /** Given all blocks of all clouds, so all of the ciphertext, but the shares of f clouds only. */
  @ParameterizedTest
  @CsvSource({PARAMETERS, "7,2,3,3", "10,3,4,4"})
  void allOfTheCiphertextAndFSharesDoNotDecode(int n, int f, int k, int t) throws Exception {
    CodeParameters parameters = new CodeParameters(n, f, k, t);
    byte[] content = content(1000);
    EncodedSegment segment = CodecSamples.encode(parameters, content, CodecSamples.alone());
    Manifest manifest = CodecSamples.manifest(parameters, content.length, segment);
    int[] everybody = java.util.stream.IntStream.range(0, n).toArray();
    assertThat(decode(manifest, CodecSamples.stored(segment, everybody))).isEqualTo(content);
    for (int[] known : CodecSamples.choices(n, f)) {
      for (int guess = 0; guess < 8; guess++) {
        assertThat(decodes(manifest, segment, known, guess)).isFalse();
      }
    }
  }

  /** Puts guesses in the place of the shares that f clouds have not got. */
  private static boolean decodes(Manifest manifest, EncodedSegment segment, int[] known, int seed)
      throws Exception {
    List<StoredBlock> blocks = new ArrayList<>();
    for (int cloud = 0; cloud < manifest.parameters().n(); cloud++) {
      int candidate = cloud;
      ByteBuffer block = segment.block(cloud);
      byte[] object = new byte[KeySharing.SHARE_BYTES + block.remaining()];
      block.get(object, KeySharing.SHARE_BYTES, block.remaining());
      if (Arrays.stream(known).anyMatch(i -> i == candidate)) {
        segment.share(cloud).get(object, 0, KeySharing.SHARE_BYTES);
      } else {
        byte[] guess = CodecSamples.random(1000L * seed + cloud, KeySharing.KEY_BYTES);
        object[0] = (byte) (cloud + 1);
        System.arraycopy(guess, 0, object, 1, guess.length);
      }
      blocks.add(new StoredBlock(cloud, object, 0));
    }
    try {
      var _ = decode(manifest, blocks);
      return true;
    } catch (CodecException _) {
      return false;
    }
  }

  /** Two encodings of one text have nothing in common that a cloud could see. */
  @Test
  void equalContentsLookDifferentInEveryCloud() throws Exception {
    byte[] content = content(100_000);
    SegmentCodec codec = new SegmentCodec(CodecSamples.FOUR, CodecSamples.seeded(3));
    EncodedSegment first =
        codec.encode(CodecSamples.alone(), content.length, CodecSamples.source(content, 0));
    EncodedSegment second =
        codec.encode(CodecSamples.alone(), content.length, CodecSamples.source(content, 0));
    for (int cloud = 0; cloud < 4; cloud++) {
      assertThat(first.share(cloud)).isNotEqualTo(second.share(cloud));
      assertThat(equalBytes(first.block(cloud), second.block(cloud)))
          .isCloseTo(1.0 / 256, org.assertj.core.data.Offset.offset(0.002));
    }
  }

  private static double equalBytes(ByteBuffer a, ByteBuffer b) {
    int equal = 0;
    for (int i = 0; i < a.remaining(); i++) {
      equal += a.get(i) == b.get(i) ? 1 : 0;
    }
    return (double) equal / a.remaining();
  }

  /** No run of 12 bytes of the content, nor the key, is in what any cloud has. */
  @Test
  void noCloudHoldsAPieceOfTheContent() throws Exception {
    byte[] content = content(5000);
    EncodedSegment segment = CodecSamples.encode(CodecSamples.FOUR, content, CodecSamples.alone());
    Manifest manifest = CodecSamples.manifest(CodecSamples.FOUR, content.length, segment);
    byte[] encoded = manifest.encode();
    byte[] key = CodecSamples.random(7, KeySharing.KEY_BYTES);
    for (int cloud = 0; cloud < 4; cloud++) {
      byte[] object =
          CodecSamples.concatenated(VersionObject.withBlock(encoded, new byte[64], segment, cloud));
      String text = new String(object, StandardCharsets.ISO_8859_1);
      for (int i = 0; i < 25; i++) {
        assertThat(text).doesNotContain(new String(content, i, 12, StandardCharsets.ISO_8859_1));
      }
      assertThat(text).doesNotContain(new String(key, StandardCharsets.ISO_8859_1));
    }
  }
}
