package org.scfs.depsky.codec;

import java.util.List;

/**
 * Computes one cloud's share and block of a segment from those of other clouds, without the key and
 * without decrypting anything: the block is a linear combination of any k others, and the share is
 * the value at its x coordinate of the polynomial that any t others fix (Shamir, CACM 1979).
 */
public final class BlockRebuild {

  private BlockRebuild() {}

  /**
   * Rebuilds what a cloud should hold.
   *
   * @param good blocks of at least max(k, t) other clouds, each of which matches the manifest
   * @return a block that matches the manifest
   * @throws CodecException if the blocks do not belong together: the writer was faulty
   */
  public static StoredBlock rebuild(
      Manifest manifest, int segment, List<StoredBlock> good, int cloud) throws CodecException {
    CodeParameters parameters = manifest.parameters();
    byte[] block = block(manifest, good.subList(0, parameters.k()), cloud);
    byte[] rebuilt = new byte[KeySharing.SHARE_BYTES + block.length];
    share(good.subList(0, parameters.t()), cloud, rebuilt);
    System.arraycopy(block, 0, rebuilt, KeySharing.SHARE_BYTES, block.length);
    StoredBlock result = new StoredBlock(cloud, rebuilt, 0);
    CodecException.check(
        result.matches(manifest.segments().get(segment)),
        "the blocks of segment " + segment + " do not belong together");
    return result;
  }

  private static byte[] block(Manifest manifest, List<StoredBlock> good, int cloud)
      throws CodecException {
    CodeParameters parameters = manifest.parameters();
    ErasureCode code = ErasureCode.of(manifest.code(), parameters.n(), parameters.k());
    ByteSlice[] blocks = good.stream().map(StoredBlock::block).toArray(ByteSlice[]::new);
    byte[] block = new byte[blocks[0].length()];
    code.rebuild(cloud, good).apply(blocks, new ByteSlice[] {ByteSlice.of(block)});
    return block;
  }

  private static void share(List<StoredBlock> good, int cloud, byte[] into) {
    int x = cloud + 1;
    into[0] = (byte) x;
    for (StoredBlock block : good) {
      int weight = weight(good, block.cloud() + 1, x);
      byte[] share = block.share();
      for (int i = 1; i < KeySharing.SHARE_BYTES; i++) {
        into[i] ^= (byte) AesField.multiply(weight, share[i] & 0xff);
      }
    }
  }

  /** The Lagrange basis polynomial of one point, at x. */
  private static int weight(List<StoredBlock> good, int point, int x) {
    int weight = 1;
    for (StoredBlock other : good) {
      int otherPoint = other.cloud() + 1;
      if (otherPoint != point) {
        int quotient = AesField.multiply(x ^ otherPoint, AesField.inverse(point ^ otherPoint));
        weight = AesField.multiply(weight, quotient);
      }
    }
    return weight;
  }
}
