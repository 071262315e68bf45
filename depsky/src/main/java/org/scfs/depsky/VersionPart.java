package org.scfs.depsky;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.scfs.depsky.codec.BlockRebuild;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.SegmentObject;
import org.scfs.depsky.codec.StoredBlock;
import org.scfs.depsky.codec.VersionObject;
import org.scfs.ports.Id128;

/** One object of a version, which differs from cloud to cloud, and how to compute it anew. */
sealed interface VersionPart<T> {

  /** Fetches and verifies the object of one cloud. */
  Request<T> request();

  /** The segment that it holds, or {@link BlockFinding#MANIFEST}. */
  int segment();

  /** How many good ones of other clouds it takes to compute one. */
  int needed();

  /**
   * Computes the object of a cloud.
   *
   * @throws CodecException if the good ones do not belong together
   */
  ByteBuffer[] rebuild(List<T> good, int cloud) throws CodecException;

  /** A segment of a version of several. */
  record Segment(SegmentRequest request, Id128 id) implements VersionPart<StoredBlock> {

    @Override
    public int segment() {
      return request.index();
    }

    @Override
    public int needed() {
      return request.manifest().parameters().readQuorum();
    }

    @Override
    public ByteBuffer[] rebuild(List<StoredBlock> good, int cloud) throws CodecException {
      Manifest manifest = request.manifest();
      StoredBlock block = BlockRebuild.rebuild(manifest, segment(), good, cloud);
      return SegmentObject.encode(manifest.context(segment()), id, block);
    }
  }

  /** The manifest of a version of several segments, the same in every cloud. */
  record ManifestOnly(VersionRequest request) implements VersionPart<VersionRequest.Copy> {

    @Override
    public int segment() {
      return BlockFinding.MANIFEST;
    }

    @Override
    public int needed() {
      return 1;
    }

    @Override
    public ByteBuffer[] rebuild(List<VersionRequest.Copy> good, int cloud) {
      return VersionObject.manifestOnly(manifestOf(good), signatureOf(good));
    }
  }

  /** The manifest and the block of a version of one segment. */
  record Whole(VersionRequest request, Manifest manifest)
      implements VersionPart<VersionRequest.Copy> {

    @Override
    public int segment() {
      return 0;
    }

    @Override
    public int needed() {
      return manifest.parameters().readQuorum();
    }

    @Override
    public ByteBuffer[] rebuild(List<VersionRequest.Copy> good, int cloud) throws CodecException {
      List<StoredBlock> blocks =
          good.stream().map(VersionRequest.Copy::block).filter(Objects::nonNull).toList();
      StoredBlock block = BlockRebuild.rebuild(manifest, 0, blocks, cloud);
      return VersionObject.withBlock(manifestOf(good), signatureOf(good), block);
    }
  }

  private static byte[] manifestOf(List<VersionRequest.Copy> good) {
    ByteBuffer manifest = good.getFirst().object().manifest();
    byte[] bytes = new byte[manifest.remaining()];
    manifest.get(bytes);
    return bytes;
  }

  /**
   * The signature that most clouds have. The anchor's hash does not cover it, and where no writers'
   * keys are known it is not checked, so that one cloud's word is not enough.
   */
  private static byte[] signatureOf(List<VersionRequest.Copy> good) {
    Map<ByteBuffer, Integer> votes = new HashMap<>();
    good.forEach(copy -> votes.merge(ByteBuffer.wrap(copy.object().signature()), 1, Integer::sum));
    return votes.entrySet().stream()
        .max(Comparator.comparingInt(Map.Entry::getValue))
        .orElseThrow()
        .getKey()
        .array();
  }
}
