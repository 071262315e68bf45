package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.scfs.depsky.codec.wire.Segment;
import org.scfs.ports.Id128;

/**
 * Describes one version of a data unit and pins every byte of it: its hash is what the anchor
 * keeps. Immutable.
 *
 * @param volume the volume
 * @param unit the data unit
 * @param size bytes of plaintext, at least 1
 * @param segmentBytes bytes of plaintext of every segment but the last
 * @param parameters how the version is spread over clouds
 * @param code identifier of the erasure code
 * @param writer {@linkplain SigningKey#id identifier} of the writer's key
 * @param segments in order
 */
public record Manifest(
    Id128 volume,
    Id128 unit,
    long size,
    int segmentBytes,
    CodeParameters parameters,
    int code,
    ByteString writer,
    List<SegmentEntry> segments) {

  /** The longest manifest, in bytes: that of a file of 3.3 TiB with n = 4 and 8 MiB segments. */
  public static final int MAX_BYTES = 64 * 1024 * 1024;

  /** The largest segment, in bytes. */
  public static final int MAX_SEGMENT_BYTES = 64 * 1024 * 1024;

  private static final int AES_256_GCM_CELLS = 1;
  private static final int SHA_256 = 1;
  private static final int FIXED_BYTES = 128;
  private static final int SEGMENT_BYTES = 32;

  /** Makes the list immutable. Whether all fits together is checked by {@link #decode}. */
  public Manifest {
    segments = List.copyOf(segments);
  }

  /** The code that new versions with these parameters use. */
  public static int preferredCode(CodeParameters parameters) {
    return SegmentCodec.preferredCode(parameters);
  }

  /** The longest that the manifest of a version with so many segments can be, in bytes. */
  public static long maxBytes(long segments, CodeParameters parameters) {
    return FIXED_BYTES + segments * (SEGMENT_BYTES + (long) parameters.n() * Sha256.BYTES);
  }

  /** Number of segments of a file. */
  public static long segmentCount(long size, int segmentBytes) {
    return Math.ceilDiv(size, segmentBytes);
  }

  /** Bytes of plaintext of a segment of a file. */
  public static int segmentLength(long size, int segmentBytes, int index) {
    return Math.toIntExact(Math.min(segmentBytes, size - (long) index * segmentBytes));
  }

  /** Bytes of plaintext of a segment. */
  public int segmentLength(int index) {
    return segmentLength(size, segmentBytes, index);
  }

  /** The key of the one who claims to have written it, if it is among these. */
  public Optional<VerifyingKey> writerAmong(Set<VerifyingKey> writers) {
    return VerifyingKey.find(writers, writer);
  }

  /** What the encryption of a segment is bound to. */
  public SegmentContext context(int index) {
    return new SegmentContext(volume, unit, index, index == segments.size() - 1);
  }

  /** What the anchor keeps: the SHA-256 of the format byte and an encoded manifest. */
  public static byte[] hash(ByteBuffer encoded) {
    return Sha256.hash(ByteBuffer.wrap(new byte[] {ObjectFormat.VERSION}), encoded);
  }

  /** Encodes the manifest as a protobuf message. */
  public byte[] encode() {
    var message =
        org.scfs.depsky.codec.wire.Manifest.newBuilder()
            .setVolume(ByteString.copyFrom(volume.toBytes()))
            .setUnit(ByteString.copyFrom(unit.toBytes()))
            .setSize(size)
            .setSegmentBytes(segmentBytes)
            .setClouds(parameters.n())
            .setFaulty(parameters.f())
            .setDataBlocks(parameters.k())
            .setKeyShares(parameters.t())
            .setCode(code)
            .setCipher(AES_256_GCM_CELLS)
            .setHash(SHA_256)
            .setWriter(writer);
    segments.forEach(segment -> message.addSegments(encode(segment)));
    return message.build().toByteArray();
  }

  private static Segment encode(SegmentEntry entry) {
    Segment.Builder message =
        Segment.newBuilder()
            .setCiphertextLength(entry.ciphertextLength())
            .setBlockHashes(entry.blockHashes());
    Id128 id = entry.id();
    return (id == null ? message : message.setId(ByteString.copyFrom(id.toBytes()))).build();
  }

  /**
   * Decodes and checks a manifest.
   *
   * @throws CodecException if it is not one, or does not fit together
   */
  public static Manifest decode(ByteBuffer encoded) throws CodecException {
    try {
      return decode(
          org.scfs.depsky.codec.wire.Manifest.parseFrom(UnsafeByteOperations.unsafeWrap(encoded)));
    } catch (InvalidProtocolBufferException e) {
      throw new CodecException("the manifest is not a protobuf message", e);
    }
  }

  private static Manifest decode(org.scfs.depsky.codec.wire.Manifest message)
      throws CodecException {
    check(message.getCipher() == AES_256_GCM_CELLS, "unknown cipher " + message.getCipher());
    check(message.getHash() == SHA_256, "unknown hash " + message.getHash());
    check(message.getWriter().size() == Sha256.BYTES, "the writer's key id has a wrong length");
    CodeParameters parameters = parameters(message);
    ErasureCode.of(message.getCode(), parameters.n(), parameters.k());
    checkSizes(message);
    Shape shape = new Shape(message.getSize(), message.getSegmentBytes(), parameters.n());
    SegmentEntry[] segments = new SegmentEntry[message.getSegmentsCount()];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = shape.entry(i, message.getSegments(i));
    }
    return new Manifest(
        id(message.getVolume()),
        id(message.getUnit()),
        message.getSize(),
        message.getSegmentBytes(),
        parameters,
        message.getCode(),
        message.getWriter(),
        List.of(segments));
  }

  private static void checkSizes(org.scfs.depsky.codec.wire.Manifest message)
      throws CodecException {
    long segmentBytes = Integer.toUnsignedLong(message.getSegmentBytes());
    check(
        segmentBytes >= 1 && segmentBytes <= MAX_SEGMENT_BYTES,
        "segments of " + segmentBytes + " bytes");
    check(message.getSize() >= 1, "a size of " + Long.toUnsignedString(message.getSize()));
    check(
        message.getSegmentsCount() == segmentCount(message.getSize(), (int) segmentBytes),
        message.getSegmentsCount() + " segments do not make " + message.getSize() + " bytes");
  }

  private static CodeParameters parameters(org.scfs.depsky.codec.wire.Manifest message)
      throws CodecException {
    try {
      return new CodeParameters(
          message.getClouds(),
          message.getFaulty(),
          message.getDataBlocks(),
          message.getKeyShares());
    } catch (IllegalArgumentException e) {
      throw new CodecException("illegal parameters", e);
    }
  }

  private static Id128 id(ByteString bytes) throws CodecException {
    check(bytes.size() == Id128.BYTES, "an id has " + bytes.size() + " bytes");
    return Id128.fromBytes(bytes.toByteArray());
  }

  private static void check(boolean condition, String message) throws CodecException {
    CodecException.check(condition, "the manifest is wrong: " + message);
  }

  /** What the size of a file says of each of its segments. */
  private record Shape(long size, int segmentBytes, int n) {

    SegmentEntry entry(int index, Segment message) throws CodecException {
      boolean alone = size <= segmentBytes;
      check(message.getId().isEmpty() == alone, "segment " + index + " has a wrong id");
      @Nullable Id128 id = alone ? null : id(message.getId());
      int length = CellCipher.ciphertextLength(segmentLength(size, segmentBytes, index));
      check(
          message.getCiphertextLength() == length,
          "segment " + index + " has a wrong length of ciphertext");
      check(
          message.getBlockHashes().size() == n * Sha256.BYTES,
          "segment " + index + " has a wrong number of hashes");
      // A copy: the hashes must not keep the whole object in memory.
      ByteString hashes = ByteString.copyFrom(message.getBlockHashes().toByteArray());
      return new SegmentEntry(id, length, hashes);
    }
  }
}
