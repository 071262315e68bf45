package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.depsky.codec.CodecSamples.FOUR;
import static org.scfs.depsky.codec.CodecSamples.concatenated;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.scfs.ports.Id128;
import org.scfs.ports.Randomness;

/**
 * The formats as they were when they were fixed: what is stored must stay readable, and what is
 * written must not change unnoticed. All randomness is a counter, so that a file can be checked by
 * hand with docs/formats.md.
 */
final class GoldenFilesTest {

  private static final int SEGMENT_BYTES = 150;
  private static final Id128 FIRST = Id128.parse("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf");
  private static final Id128 SECOND = Id128.parse("d0d1d2d3d4d5d6d7d8d9dadbdcdddedf");

  private int counter;
  private final Randomness counting =
      bytes -> {
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) counter++;
        }
      };
  private final SigningKey key = SigningKey.generate(counting);

  private static byte[] content(int size) {
    byte[] content = new byte[size];
    for (int i = 0; i < size; i++) {
      content[i] = (byte) ('a' + i % 26);
    }
    return content;
  }

  private Map<String, byte[]> small() throws IOException {
    byte[] content = content(100);
    EncodedSegment segment =
        new SegmentCodec(FOUR, counting)
            .encode(CodecSamples.alone(), content.length, CodecSamples.source(content, 0));
    byte[] manifest = manifest(content.length, List.of(segment.entry(null))).encode();
    Map<String, byte[]> files = new TreeMap<>();
    for (int cloud = 0; cloud < 4; cloud++) {
      files.put(
          "small-cloud" + cloud,
          concatenated(VersionObject.withBlock(manifest, key.sign(manifest), segment, cloud)));
    }
    return files;
  }

  private Map<String, byte[]> large() throws IOException {
    byte[] content = content(200);
    List<Id128> ids = List.of(FIRST, SECOND);
    List<SegmentEntry> entries = new ArrayList<>();
    Map<String, byte[]> files = new TreeMap<>();
    for (int i = 0; i < 2; i++) {
      SegmentContext place = new SegmentContext(CodecSamples.VOLUME, CodecSamples.UNIT, i, i == 1);
      EncodedSegment segment =
          new SegmentCodec(FOUR, counting)
              .encode(place, i == 0 ? 150 : 50, CodecSamples.source(content, i * 150));
      entries.add(segment.entry(ids.get(i)));
      for (int cloud = 0; cloud < 4; cloud++) {
        files.put(
            "large-segment" + i + "-cloud" + cloud,
            concatenated(SegmentObject.encode(place, ids.get(i), segment, cloud)));
      }
    }
    byte[] manifest = manifest(content.length, entries).encode();
    files.put("large", concatenated(VersionObject.manifestOnly(manifest, key.sign(manifest))));
    return files;
  }

  private Manifest manifest(int size, List<SegmentEntry> segments) {
    return new Manifest(
        CodecSamples.VOLUME,
        CodecSamples.UNIT,
        size,
        SEGMENT_BYTES,
        FOUR,
        Manifest.preferredCode(FOUR),
        key.id(),
        segments);
  }

  @Test
  void sameBytesAreWrittenAsEver() throws Exception {
    Map<String, byte[]> files = new TreeMap<>(small());
    files.putAll(large());
    files.put("signing-key", key.encoded());
    assertThat(files).hasSize(14);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      assertThat(file.getValue()).as(file.getKey()).isEqualTo(golden(file.getKey()));
    }
  }

  @Test
  void smallVersionIsReadFromAnyTwoClouds() throws Exception {
    for (int[] clouds : CodecSamples.choices(4, 2)) {
      List<StoredBlock> blocks = new ArrayList<>();
      Optional<Manifest> manifest = Optional.empty();
      for (int cloud : clouds) {
        VersionObject object = VersionObject.parse(golden("small-cloud" + cloud));
        manifest = Optional.of(Manifest.decode(object.manifest()));
        blocks.add(object.block(cloud, manifest.get()));
      }
      assertThat(decoded(manifest.orElseThrow(), blocks, 0)).isEqualTo(content(100));
    }
  }

  @Test
  void largeVersionIsReadFromAnyTwoClouds() throws Exception {
    Manifest manifest = Manifest.decode(VersionObject.parse(golden("large")).manifest());
    for (int[] clouds : CodecSamples.choices(4, 2)) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      for (int i = 0; i < 2; i++) {
        List<StoredBlock> blocks = new ArrayList<>();
        for (int cloud : clouds) {
          byte[] object = golden("large-segment" + i + "-cloud" + cloud);
          blocks.add(SegmentObject.parse(object, manifest, i, cloud));
        }
        content.writeBytes(decoded(manifest, blocks, i));
      }
      assertThat(content.toByteArray()).isEqualTo(content(200));
    }
  }

  @Test
  void signingKeyIsRead() throws Exception {
    assertThat(SigningKey.decode(golden("signing-key")).id()).isEqualTo(key.id());
  }

  private static byte[] decoded(Manifest manifest, List<StoredBlock> blocks, int index)
      throws Exception {
    for (StoredBlock block : blocks) {
      assertThat(block.matches(manifest.segments().get(index))).isTrue();
    }
    ByteBuffer content = ByteBuffer.allocate(manifest.segmentLength(index));
    new SegmentCodec(FOUR, CodecSamples.seeded(1))
        .decode(manifest, index, blocks, (_, plaintext) -> content.put(plaintext));
    return content.array();
  }

  private static byte[] golden(String name) throws IOException {
    String file = "golden/" + name + ".bin";
    try (InputStream in =
        Optional.ofNullable(GoldenFilesTest.class.getResourceAsStream(file)).orElseThrow()) {
      return in.readAllBytes();
    }
  }
}
