package org.scfs.depsky.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.scfs.ports.Randomness;
import org.scfs.ports.Tasks;

/**
 * Encodes segments for the clouds and decodes them (DepSky-CA, ACM TOS 2013, section 3.5): encrypt
 * under a fresh key, cut the ciphertext into k blocks, add n - k parity blocks, and split the key
 * over all n. Thread-safe.
 */
public final class SegmentCodec {

  /** A piece of every block, of which parity is computed by one thread. */
  private static final int PARITY_BYTES = 128 * 1024;

  private final CodeParameters parameters;
  private final Randomness randomness;
  private final Workforce workforce;

  /** Creates a codec for versions of these parameters that works on the calling thread alone. */
  public SegmentCodec(CodeParameters parameters, Randomness randomness) {
    this(parameters, randomness, Workforce.alone());
  }

  /** Creates a codec for versions of these parameters that uses all processors. */
  public SegmentCodec(CodeParameters parameters, Randomness randomness, Tasks tasks) {
    this(parameters, randomness, Workforce.of(tasks));
  }

  private SegmentCodec(CodeParameters parameters, Randomness randomness, Workforce workforce) {
    this.parameters = parameters;
    this.randomness = randomness;
    this.workforce = workforce;
  }

  /**
   * Runs the codec on nothing, so that the first real segment is as fast as later ones. Takes some
   * tenths of a second of one processor: to be called on a thread of its own when a process begins.
   */
  public void warmUp() {
    CodecWarmUp.run(parameters);
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
   * @param source asked for the bytes in order, by the calling thread
   * @throws IOException if the source cannot be read
   */
  public EncodedSegment encode(SegmentContext context, int length, Source source)
      throws IOException {
    int ciphertextLength = CellCipher.ciphertextLength(length);
    int blockLength = blockLength(ciphertextLength, parameters.k());
    byte[] data = new byte[Math.multiplyExact(blockLength, parameters.k())];
    byte[] key = randomness.bytes(KeySharing.KEY_BYTES);
    try {
      encrypt(new CellCipher(key, context), length, source, data);
      byte[][] shares = KeySharing.split(key, parameters, randomness);
      ByteSlice[] blocks = blocks(data, blockLength);
      return new EncodedSegment(ciphertextLength, shares, blocks, hashes(shares, blocks));
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  /** Each cell is read to where its ciphertext will be, which takes the place of the plaintext. */
  private static void encrypt(CellCipher cipher, int length, Source source, byte[] data)
      throws IOException {
    int cells = CellCipher.cells(length);
    for (int cell = 0; cell < cells; cell++) {
      int offset = cell * CellCipher.CELL_BYTES;
      int size = Math.min(CellCipher.CELL_BYTES, length - offset);
      int start = cell * CellCipher.SEALED_BYTES;
      ByteBuffer plaintext = ByteBuffer.wrap(data, start, size).slice();
      source.read(offset, plaintext);
      if (plaintext.hasRemaining()) {
        throw new IOException("the content ended " + plaintext.remaining() + " bytes too early");
      }
      ByteSlice sealed = new ByteSlice(data, start, size + CellCipher.TAG_BYTES);
      cipher.encrypt(cell, cell == cells - 1, sealed);
    }
  }

  /** The data blocks, which lie in the array, and the parity blocks. */
  private ByteSlice[] blocks(byte[] data, int length) {
    int k = parameters.k();
    ByteSlice[] blocks = new ByteSlice[parameters.n()];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = i < k ? new ByteSlice(data, i * length, length) : ByteSlice.of(new byte[length]);
    }
    LinearMap parity = code(preferredCode(parameters)).parity();
    ByteSlice[] in = Arrays.copyOf(blocks, k);
    ByteSlice[] out = Arrays.copyOfRange(blocks, k, blocks.length);
    workforce.each(
        Math.ceilDiv(length, PARITY_BYTES),
        PARITY_BYTES * k,
        piece -> {
          int from = piece * PARITY_BYTES;
          int bytes = Math.min(PARITY_BYTES, length - from);
          parity.apply(ByteSlice.parts(in, from, bytes), ByteSlice.parts(out, from, bytes));
        });
    return blocks;
  }

  private byte[][] hashes(byte[][] shares, ByteSlice[] blocks) {
    byte[][] hashes = new byte[blocks.length][];
    workforce.each(
        blocks.length,
        blocks[0].length(),
        i -> hashes[i] = Sha256.hash(ByteSlice.of(shares[i]), blocks[i]));
    return hashes;
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
    Ciphertext ciphertext =
        new Ciphertext(code(manifest.code()), chosen.subList(0, parameters.k()));
    byte[] key = key(chosen.subList(0, parameters.t()));
    try {
      CellCipher cipher = new CellCipher(key, manifest.context(index));
      decrypt(cipher, manifest.segmentLength(index), ciphertext, sink);
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

  private static void decrypt(CellCipher cipher, int length, Ciphertext ciphertext, Sink sink)
      throws CodecException, IOException {
    int largest = Math.min(length, CellCipher.CELL_BYTES);
    byte[] scratch = new byte[largest + CellCipher.TAG_BYTES];
    byte[] plaintext = new byte[largest];
    int cells = CellCipher.cells(length);
    for (int cell = 0; cell < cells; cell++) {
      int offset = cell * CellCipher.CELL_BYTES;
      int size = Math.min(CellCipher.CELL_BYTES, length - offset);
      ByteSlice sealed =
          ciphertext.read(cell * CellCipher.SEALED_BYTES, size + CellCipher.TAG_BYTES, scratch);
      cipher.decrypt(cell, cell == cells - 1, sealed, plaintext);
      sink.write(offset, ByteBuffer.wrap(plaintext, 0, size));
    }
  }
}
