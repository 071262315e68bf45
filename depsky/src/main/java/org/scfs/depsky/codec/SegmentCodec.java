package org.scfs.depsky.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.scfs.ports.Randomness;

/**
 * Encodes segments for the clouds and decodes them (DepSky-CA, TOCS 2013, section 3.5): encrypt
 * under a fresh key, cut the ciphertext into k blocks, add n - k parity blocks, and split the key
 * over all n. Thread-safe.
 */
public final class SegmentCodec {

  private final CodeParameters parameters;
  private final Randomness randomness;

  /** Creates a codec for versions of these parameters. */
  public SegmentCodec(CodeParameters parameters, Randomness randomness) {
    this.parameters = parameters;
    this.randomness = randomness;
  }

  /** Where a segment's plaintext comes from. */
  @FunctionalInterface
  public interface Source {
    /** Fills the buffer with the segment's bytes from the offset on. */
    void read(int offset, ByteBuffer into) throws IOException;
  }

  /** Where a segment's plaintext goes. */
  @FunctionalInterface
  public interface Sink {
    /** Takes verified plaintext; the offsets within the segment come in order. */
    void write(int offset, ByteBuffer plaintext) throws IOException;
  }

  /** Bytes of a block of a segment with so many bytes of ciphertext. */
  static int blockLength(int ciphertextLength, int k) {
    return Math.ceilDiv(ciphertextLength, k);
  }

  /**
   * Encodes a segment.
   *
   * @param length bytes of plaintext, at least 1
   * @throws IOException if the source cannot be read
   */
  public EncodedSegment encode(SegmentContext context, int length, Source source)
      throws IOException {
    int ciphertextLength = CellCipher.ciphertextLength(length);
    byte[] data = new byte[blockLength(ciphertextLength, parameters.k()) * parameters.k()];
    byte[] key = randomness.bytes(KeySharing.KEY_BYTES);
    try {
      encrypt(new CellCipher(key, context), length, source, ByteBuffer.wrap(data));
      byte[][] shares = KeySharing.split(key, parameters, randomness);
      return new EncodedSegment(ciphertextLength, shares, blocks(data));
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  private static void encrypt(CellCipher cipher, int length, Source source, ByteBuffer ciphertext)
      throws IOException {
    ByteBuffer plaintext = ByteBuffer.allocate(Math.min(length, CellCipher.CELL_BYTES));
    int cells = CellCipher.cells(length);
    for (int cell = 0; cell < cells; cell++) {
      int offset = cell * CellCipher.CELL_BYTES;
      plaintext.clear().limit(Math.min(CellCipher.CELL_BYTES, length - offset));
      source.read(offset, plaintext);
      if (plaintext.hasRemaining()) {
        throw new IOException("the content ended " + plaintext.remaining() + " bytes too early");
      }
      cipher.encrypt(cell, cell == cells - 1, plaintext.flip(), ciphertext);
    }
  }

  private ByteBuffer[] blocks(byte[] data) {
    ByteBuffer[] blocks = new ByteBuffer[parameters.n()];
    int length = data.length / parameters.k();
    byte[][] parity = code(preferredCode(parameters)).parity(data);
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] =
          i < parameters.k()
              ? ByteBuffer.wrap(data, i * length, length)
              : ByteBuffer.wrap(parity[i - parameters.k()]);
    }
    return blocks;
  }

  static int preferredCode(CodeParameters parameters) {
    return ErasureCode.preferred(parameters.n(), parameters.k());
  }

  private ErasureCode code(int id) {
    try {
      return ErasureCode.of(id, parameters.n(), parameters.k());
    } catch (CodecException e) {
      throw new IllegalArgumentException("a manifest's code is checked when it is decoded", e);
    }
  }

  /**
   * Decodes a segment.
   *
   * @param blocks blocks of at least max(k, t) different clouds, each of which matches the manifest
   * @throws CodecException if blocks that match the manifest do not decode: its writer was faulty
   * @throws IOException if the sink cannot be written
   */
  public void decode(Manifest manifest, int index, List<StoredBlock> blocks, Sink sink)
      throws CodecException, IOException {
    List<StoredBlock> chosen = blocks.subList(0, parameters.readQuorum());
    ByteSlice[] data =
        code(manifest.code()).dataBlocks(chosen.stream().limit(parameters.k()).toList());
    byte[] key = key(chosen.subList(0, parameters.t()));
    try {
      CellCipher cipher = new CellCipher(key, manifest.context(index));
      decrypt(cipher, manifest.segmentLength(index), new BlockReader(data), sink);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  private static byte[] key(List<StoredBlock> blocks) throws CodecException {
    List<byte[]> shares = blocks.stream().map(StoredBlock::share).toList();
    for (int i = 0; i < shares.size(); i++) {
      CodecException.check(
          shares.get(i)[0] == blocks.get(i).cloud() + 1, "a key share belongs to another cloud");
    }
    return KeySharing.combine(shares);
  }

  private static void decrypt(CellCipher cipher, int length, BlockReader ciphertext, Sink sink)
      throws CodecException, IOException {
    int largest = Math.min(length, CellCipher.CELL_BYTES);
    ByteBuffer sealed = ByteBuffer.allocate(largest + CellCipher.TAG_BYTES);
    ByteBuffer plaintext = ByteBuffer.allocate(largest);
    int cells = CellCipher.cells(length);
    for (int cell = 0; cell < cells; cell++) {
      int offset = cell * CellCipher.CELL_BYTES;
      int size = Math.min(CellCipher.CELL_BYTES, length - offset);
      ciphertext.read(sealed.clear().limit(size + CellCipher.TAG_BYTES));
      cipher.decrypt(cell, cell == cells - 1, sealed.flip(), plaintext.clear());
      sink.write(offset, plaintext.flip());
    }
  }

  /** Reads data blocks one after the other, so that the ciphertext need not be put together. */
  private static final class BlockReader {

    private final ByteSlice[] blocks;
    private int block;
    private int position;

    BlockReader(ByteSlice[] blocks) {
      this.blocks = blocks;
    }

    void read(ByteBuffer into) {
      while (into.hasRemaining()) {
        ByteSlice range = blocks[block];
        int length = Math.min(into.remaining(), range.length() - position);
        into.put(range.array(), range.offset() + position, length);
        position += length;
        if (position == range.length()) {
          block++;
          position = 0;
        }
      }
    }
  }
}
