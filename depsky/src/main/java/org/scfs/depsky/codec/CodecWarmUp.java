package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.scfs.ports.Id128;
import org.scfs.ports.Randomness;

/**
 * Runs the codec on nothing, so that the compiler has seen to it before the first real segment.
 * Until then the JDK's ciphers and hashes are interpreted, which is some 30 times slower. The
 * compiler looks at how often a method was called, not at how long it ran: hence many short calls.
 */
final class CodecWarmUp {

  /** The compiler's threshold is 5000 calls. */
  private static final int CALLS = 6_000;

  /** The JDK's AES-GCM has another path for less than 512 bytes. */
  private static final int CELL_BYTES = 512;

  private static final int SHORT_SEGMENTS = 300;
  private static final int SHORT_SEGMENT_BYTES = 3000;

  /** A few at last, during which the compiler finishes. */
  private static final int LONG_SEGMENTS = 16;

  private static final int LONG_SEGMENT_BYTES = 1 << 20;

  private static final SegmentContext NOWHERE =
      new SegmentContext(new Id128(0, 0), new Id128(0, 0), 0, true);

  /** Keys that are not random, for nothing is encrypted with them that anybody sees. */
  private static final Randomness NOT_RANDOM = _ -> {};

  private CodecWarmUp() {}

  static void run(CodeParameters parameters) {
    try {
      parity(parameters);
      cells();
      segments(parameters, SHORT_SEGMENTS, SHORT_SEGMENT_BYTES);
      segments(parameters, LONG_SEGMENTS, LONG_SEGMENT_BYTES);
    } catch (CodecException | IOException e) {
      throw new IllegalStateException("the codec cannot decode what it encoded", e);
    }
  }

  /** First, since vectors take the compiler longest, and it works while this goes on. */
  private static void parity(CodeParameters parameters) throws CodecException {
    int k = parameters.k();
    ByteSlice[] blocks = new ByteSlice[parameters.n()];
    Arrays.setAll(blocks, _ -> ByteSlice.of(new byte[CELL_BYTES]));
    LinearMap map =
        ErasureCode.of(SegmentCodec.preferredCode(parameters), parameters.n(), k).parity();
    for (int call = 0; call < CALLS; call += parameters.n()) {
      map.apply(Arrays.copyOf(blocks, k), Arrays.copyOfRange(blocks, k, blocks.length));
    }
  }

  private static void cells() throws CodecException {
    CellCipher cipher = new CellCipher(new byte[KeySharing.KEY_BYTES], NOWHERE);
    ByteSlice sealed = ByteSlice.of(new byte[CELL_BYTES + CellCipher.TAG_BYTES]);
    byte[] plaintext = new byte[CELL_BYTES];
    for (int cell = 0; cell < CALLS; cell++) {
      cipher.encrypt(cell, false, sealed);
      Sha256.hash(sealed);
      cipher.decrypt(cell, false, sealed, plaintext);
    }
  }

  private static void segments(CodeParameters parameters, int count, int bytes)
      throws CodecException, IOException {
    SegmentCodec codec = new SegmentCodec(parameters, NOT_RANDOM);
    SigningKey signer = SigningKey.generate(NOT_RANDOM);
    int first = parameters.n() - parameters.readQuorum();
    for (int i = 0; i < count; i++) {
      EncodedSegment segment =
          codec.encode(NOWHERE, bytes, (_, into) -> into.position(into.limit()));
      Manifest manifest = manifest(parameters, bytes, segment, signer.id());
      signer.sign(manifest.encode());
      List<StoredBlock> blocks =
          IntStream.range(first, parameters.n()).mapToObj(cloud -> stored(segment, cloud)).toList();
      codec.decode(manifest, 0, blocks, (_, _) -> {});
    }
  }

  private static Manifest manifest(
      CodeParameters parameters, int bytes, EncodedSegment segment, ByteString writer) {
    return new Manifest(
        NOWHERE.volume(),
        NOWHERE.unit(),
        bytes,
        bytes,
        parameters,
        Manifest.preferredCode(parameters),
        writer,
        List.of(segment.entry(null)));
  }

  /** What a cloud would give back. */
  private static StoredBlock stored(EncodedSegment segment, int cloud) {
    ByteBuffer share = segment.share(cloud);
    ByteBuffer block = segment.block(cloud);
    ByteBuffer object = ByteBuffer.allocate(share.remaining() + block.remaining());
    return new StoredBlock(cloud, object.put(share).put(block).array(), 0);
  }
}
