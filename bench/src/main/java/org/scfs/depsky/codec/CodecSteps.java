package org.scfs.depsky.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullMarked;
import org.scfs.ports.Id128;
import org.scfs.ports.Randomness;

/**
 * The single steps of encoding and decoding one segment, for benchmarks only: they lie in the
 * codec's package, since nobody else should see them. Not thread-safe.
 */
@NullMarked
public final class CodecSteps {

  private static final Id128 VOLUME = new Id128(1, 2);

  private final CodeParameters parameters;
  private final ByteSlice[] blocks;
  private final LinearMap parity;
  private final LinearMap rebuild;
  private final ByteSlice[] survivors;
  private final ByteSlice[] rebuilt;
  private final byte[] cell = new byte[CellCipher.SEALED_BYTES];

  /**
   * Prepares the steps.
   *
   * @param parameters the code
   * @param length bytes of the data
   * @param vector whether to use the Vector API's kernel; else the scalar one
   */
  public CodecSteps(CodeParameters parameters, int length, boolean vector) throws CodecException {
    this.parameters = parameters;
    GaloisKernel kernel = vector ? new VectorKernel() : new ScalarKernel();
    int n = parameters.n();
    int k = parameters.k();
    ErasureCode code = ErasureCode.of(ErasureCode.preferred(n, k), n, k);
    int blockLength = SegmentCodec.blockLength(length, k);
    byte[] data = random(blockLength * k);
    blocks = new ByteSlice[n];
    for (int i = 0; i < n; i++) {
      blocks[i] =
          i < k
              ? new ByteSlice(data, i * blockLength, blockLength)
              : ByteSlice.of(new byte[blockLength]);
    }
    parity = new LinearMap(rows(code, k, n), kernel);
    parity();
    List<StoredBlock> last = lastBlocks();
    survivors = last.stream().map(StoredBlock::block).toArray(ByteSlice[]::new);
    int lost = Math.min(k, n - k);
    rebuild =
        new LinearMap(
            IntStream.range(0, lost).mapToObj(i -> code.combination(i, last)).toArray(int[][]::new),
            kernel);
    rebuilt =
        IntStream.range(0, lost)
            .mapToObj(_ -> ByteSlice.of(new byte[blockLength]))
            .toArray(ByteSlice[]::new);
  }

  private static int[][] rows(ErasureCode code, int from, int to) {
    return IntStream.range(from, to).mapToObj(code::row).toArray(int[][]::new);
  }

  private List<StoredBlock> lastBlocks() {
    List<StoredBlock> last = new ArrayList<>();
    for (int cloud = parameters.n() - parameters.k(); cloud < parameters.n(); cloud++) {
      byte[] object = new byte[KeySharing.SHARE_BYTES + blocks[cloud].length()];
      ByteSlice block = blocks[cloud];
      System.arraycopy(
          block.array(), block.offset(), object, KeySharing.SHARE_BYTES, block.length());
      last.add(new StoredBlock(cloud, object, 0));
    }
    return last;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new java.util.Random(1).nextBytes(bytes);
    return bytes;
  }

  /** Computes all parity blocks. */
  public Object parity() {
    int k = parameters.k();
    parity.apply(Arrays.copyOf(blocks, k), Arrays.copyOfRange(blocks, k, blocks.length));
    return blocks;
  }

  /** Computes all data blocks that are lost when only the last k blocks are left. */
  public Object rebuild() {
    rebuild.apply(survivors, rebuilt);
    return rebuilt;
  }

  /** Encrypts all data in cells, as one segment. */
  public void encrypt() {
    CellCipher cipher = new CellCipher(new byte[KeySharing.KEY_BYTES], context());
    byte[] data = blocks[0].array();
    int cells = data.length / CellCipher.SEALED_BYTES;
    for (int i = 0; i < cells; i++) {
      int start = i * CellCipher.SEALED_BYTES;
      cipher.encrypt(i, i == cells - 1, new ByteSlice(data, start, CellCipher.SEALED_BYTES));
    }
  }

  /** Decrypts what {@link #encrypt} encrypted. */
  public Object decrypt() throws CodecException {
    CellCipher cipher = new CellCipher(new byte[KeySharing.KEY_BYTES], context());
    byte[] data = blocks[0].array();
    int cells = data.length / CellCipher.SEALED_BYTES;
    for (int i = 0; i < cells; i++) {
      int start = i * CellCipher.SEALED_BYTES;
      cipher.decrypt(i, i == cells - 1, new ByteSlice(data, start, CellCipher.SEALED_BYTES), cell);
    }
    return cell;
  }

  /** Hashes so many of the blocks, one after the other. */
  public Object hash(int count) {
    byte[][] hashes = new byte[count][];
    for (int i = 0; i < count; i++) {
      hashes[i] = Sha256.hash(blocks[i]);
    }
    return hashes;
  }

  /** Splits a key. */
  public static byte[][] split(byte[] key, CodeParameters parameters, Randomness randomness) {
    return KeySharing.split(key, parameters, randomness);
  }

  /** Puts a key together. */
  public static byte[] combine(List<byte[]> shares) {
    return KeySharing.combine(shares);
  }

  /** Where the benchmarks' only segment is. */
  public static SegmentContext context() {
    return new SegmentContext(VOLUME, VOLUME, 0, true);
  }

  /** A segment's blocks as they come back from the clouds with these indexes. */
  public static List<StoredBlock> stored(EncodedSegment segment, int[] clouds) {
    List<StoredBlock> blocks = new ArrayList<>();
    for (int cloud : clouds) {
      byte[] object = new byte[segment.share(cloud).remaining() + segment.block(cloud).remaining()];
      segment.share(cloud).get(object, 0, KeySharing.SHARE_BYTES);
      segment.block(cloud).get(object, KeySharing.SHARE_BYTES, segment.block(cloud).remaining());
      blocks.add(new StoredBlock(cloud, object, 0));
    }
    return blocks;
  }
}
