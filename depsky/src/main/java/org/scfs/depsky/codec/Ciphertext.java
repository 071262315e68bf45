package org.scfs.depsky.codec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ciphertext of a segment, read from any k of its blocks. Parts of blocks that are not there
 * are computed when they are read. Immutable, as long as the blocks are.
 */
final class Ciphertext {

  private final int blockLength;
  private final ByteSlice[] blocks;

  /** The data blocks in order; null where one is not there. */
  private final List<@Nullable ByteSlice> data = new ArrayList<>();

  /** How to compute a data block of the blocks; null where it is there. */
  private final List<@Nullable LinearMap> rebuilds = new ArrayList<>();

  /** Of exactly k different blocks of the code. */
  Ciphertext(ErasureCode code, List<StoredBlock> stored) {
    this.blocks = stored.stream().map(StoredBlock::block).toArray(ByteSlice[]::new);
    this.blockLength = blocks[0].length();
    for (int i = 0; i < blocks.length; i++) {
      int index = i;
      ByteSlice block =
          stored.stream()
              .filter(other -> other.cloud() == index)
              .map(StoredBlock::block)
              .findAny()
              .orElse(null);
      data.add(block);
      rebuilds.add(block == null ? code.rebuild(i, stored) : null);
    }
  }

  /**
   * Gives a range of the ciphertext.
   *
   * @param scratch at least as long as the range, which may lie in it until the next call
   */
  ByteSlice read(int offset, int length, byte[] scratch) {
    ByteSlice first = data.get(offset / blockLength);
    if (first != null && offset % blockLength + length <= blockLength) {
      return first.part(offset % blockLength, length);
    }
    ByteSlice range = new ByteSlice(scratch, 0, length);
    for (int done = 0; done < length; ) {
      int start = (offset + done) % blockLength;
      int bytes = Math.min(length - done, blockLength - start);
      read((offset + done) / blockLength, start, range.part(done, bytes));
      done += bytes;
    }
    return range;
  }

  private void read(int block, int start, ByteSlice into) {
    ByteSlice source = data.get(block);
    LinearMap rebuild = rebuilds.get(block);
    if (source != null) {
      System.arraycopy(
          source.array(), source.offset() + start, into.array(), into.offset(), into.length());
    } else if (rebuild != null) {
      ByteSlice[] parts = ByteSlice.parts(blocks, start, into.length());
      rebuild.apply(parts, new ByteSlice[] {into});
    }
  }
}
