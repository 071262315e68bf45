package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.codec.CodecSamples.FOUR;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Decoders take only what encoders made, and throw nothing but our own exception. */
final class ObjectFormatTest {

  private static final int RANDOM_INPUTS = 100_000;

  private final EncodedSegment segment;
  private final Manifest manifest;
  private final byte[] versionObject;
  private final byte[] hash;

  ObjectFormatTest() throws Exception {
    byte[] content = CodecSamples.random(1, 300);
    segment = CodecSamples.encode(FOUR, content, CodecSamples.alone());
    manifest = CodecSamples.manifest(FOUR, content.length, segment);
    byte[] encoded = manifest.encode();
    byte[] signature = SigningKey.generate(CodecSamples.seeded(9)).sign(encoded);
    versionObject =
        CodecSamples.concatenated(VersionObject.withBlock(encoded, signature, segment, 2));
    hash = Manifest.hash(java.nio.ByteBuffer.wrap(encoded));
  }

  private Manifest manyManifest() {
    SegmentEntry entry = segment.entry(CodecSamples.SEGMENT);
    return new Manifest(
        CodecSamples.VOLUME,
        CodecSamples.UNIT,
        600,
        300,
        FOUR,
        1,
        manifest.writer(),
        List.of(entry, entry));
  }

  private byte[] segmentObject() {
    return CodecSamples.concatenated(
        SegmentObject.encode(manyManifest().context(1), CodecSamples.SEGMENT, segment, 2));
  }

  @Test
  void versionObjectGivesBackWhatItHolds() throws Exception {
    VersionObject object = VersionObject.parse(versionObject);
    assertThat(object.manifestHasHash(hash)).isTrue();
    assertThat(Manifest.decode(object.manifest())).isEqualTo(manifest);
    assertThat(object.block(2, manifest).matches(manifest.segments().getFirst())).isTrue();
    assertThat(versionObject.length)
        .isEqualTo(VersionObject.maxBytesWithBlock(object.manifest().remaining(), FOUR, 300));
  }

  @Test
  void segmentObjectGivesBackWhatItHolds() throws Exception {
    Manifest many = manyManifest();
    StoredBlock block = SegmentObject.parse(segmentObject(), many, 1, 2);
    assertThat(block.matches(many.segments().get(1))).isTrue();
    assertThat(segmentObject()).hasSize(SegmentObject.bytes(many.segments().get(1), FOUR));
    assertThatThrownBy(() -> SegmentObject.parse(segmentObject(), many, 0, 2))
        .isInstanceOf(CodecException.class);
  }

  @Test
  void manifestOnlyObjectHoldsNoBlock() throws Exception {
    byte[] bytes =
        CodecSamples.concatenated(VersionObject.manifestOnly(manifest.encode(), new byte[64]));
    VersionObject object = VersionObject.parse(bytes);
    assertThat(bytes).hasSize(VersionObject.bytesWithoutBlock(manifest.encode().length));
    assertThatThrownBy(() -> object.block(0, manifest)).isInstanceOf(CodecException.class);
  }

  /** Only the signature is not under the anchor's hash; the anchored store does not use it. */
  @Test
  void flipOfAnySingleByteIsNoticed() {
    int signature = 16 + manifest.encode().length;
    int notNoticed = 0;
    for (int i = 0; i < versionObject.length; i++) {
      for (int bit : new int[] {1, 0x80, 0xff}) {
        byte[] damaged = versionObject.clone();
        damaged[i] ^= (byte) bit;
        if (isGenuineVersion(damaged)) {
          assertThat(i).isBetween(signature, signature + 63);
          notNoticed++;
        }
      }
    }
    assertThat(notNoticed).isEqualTo(3 * 64);
  }

  private boolean isGenuineVersion(byte[] bytes) {
    try {
      VersionObject object = VersionObject.parse(bytes);
      return object.manifestHasHash(hash)
          && object.block(2, manifest).matches(manifest.segments().getFirst());
    } catch (CodecException _) {
      return false;
    }
  }

  @Test
  void flipOfAnySingleByteOfASegmentIsNoticed() {
    Manifest many = manyManifest();
    byte[] right = segmentObject();
    for (int i = 0; i < right.length; i++) {
      byte[] damaged = right.clone();
      damaged[i] ^= 1;
      assertThat(isGenuineSegment(damaged, many)).as("byte %d", i).isFalse();
    }
    assertThat(isGenuineSegment(right, many)).isTrue();
  }

  private static boolean isGenuineSegment(byte[] bytes, Manifest many) {
    try {
      return SegmentObject.parse(bytes, many, 1, 2).matches(many.segments().get(1));
    } catch (CodecException _) {
      return false;
    }
  }

  @Test
  void everyOtherLengthIsRefused() {
    Manifest many = manyManifest();
    for (int length = 0; length < versionObject.length + 3; length++) {
      if (length != versionObject.length) {
        byte[] wrong = Arrays.copyOf(versionObject, length);
        assertThatThrownBy(() -> VersionObject.parse(wrong)).isInstanceOf(CodecException.class);
      }
      byte[] segmentBytes = segmentObject();
      if (length != segmentBytes.length) {
        byte[] wrong = Arrays.copyOf(segmentBytes, length);
        assertThatThrownBy(() -> SegmentObject.parse(wrong, many, 1, 2))
            .isInstanceOf(CodecException.class);
      }
    }
  }

  /** A flip in an encoded manifest gives another legal one or our exception, nothing else. */
  @Test
  void damagedManifestIsOursOrRefused() {
    byte[] right = manyManifest().encode();
    int refused = 0;
    for (int i = 0; i < right.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = right.clone();
        damaged[i] ^= (byte) (1 << bit);
        refused += isManifest(damaged) ? 0 : 1;
      }
    }
    assertThat(refused).isGreaterThan(300);
  }

  private static boolean isManifest(byte[] bytes) {
    try {
      return Manifest.decode(java.nio.ByteBuffer.wrap(bytes)).size() >= 1;
    } catch (CodecException _) {
      return false;
    }
  }

  @Test
  void randomBytesAreRefused() {
    long seed = 20261121;
    Random random = new Random(seed);
    Manifest many = manyManifest();
    byte[] manifestBytes = many.encode();
    byte[] segmentBytes = segmentObject();
    for (int i = 0; i < RANDOM_INPUTS; i++) {
      byte[] noise = noise(random, i % 2 == 0 ? versionObject : segmentBytes);
      assertThat(isGenuineVersion(noise)).as("seed %d, input %d", seed, i).isFalse();
      assertThat(isGenuineSegment(noise, many)).as("seed %d, input %d", seed, i).isFalse();
      isManifest(noise(random, manifestBytes));
    }
  }

  /** Random bytes of a random length, half of them behind a genuine beginning. */
  private static byte[] noise(Random random, byte[] genuine) {
    byte[] bytes = new byte[random.nextInt(genuine.length + 20)];
    random.nextBytes(bytes);
    if (random.nextBoolean()) {
      int kept = random.nextInt(Math.min(bytes.length, genuine.length - 1) + 1);
      System.arraycopy(genuine, 0, bytes, 0, kept);
    }
    return bytes;
  }
}
