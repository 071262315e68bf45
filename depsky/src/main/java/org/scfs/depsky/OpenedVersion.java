package org.scfs.depsky;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.StoredBlock;
import org.scfs.ports.Id128;

/** A version as {@link AnchoredStore#open} gives it. */
final class OpenedVersion implements StoredVersion {

  private final StoreContext context;
  private final VersionRef ref;
  private final Manifest manifest;

  /**
   * The blocks that came with the manifest of a version of one segment, until they are read. Soft,
   * because versions may be kept open in any number: then the blocks are fetched again.
   */
  private final AtomicReference<@Nullable SoftReference<List<StoredBlock>>> fetched;

  private OpenedVersion(
      StoreContext context, VersionRef ref, Manifest manifest, List<StoredBlock> blocks) {
    this.context = context;
    this.ref = ref;
    this.manifest = manifest;
    this.fetched = new AtomicReference<>(new SoftReference<>(blocks));
  }

  static OpenedVersion open(StoreContext context, Id128 unit, VersionRef ref)
      throws DepSkyException {
    VersionRequest request = new VersionRequest(context.settings(), unit, ref);
    try (var _ = context.budgets().opening().take(1)) {
      List<VersionRequest.Copy> copies = copies(context, request);
      return new OpenedVersion(context, ref, copies.getFirst().manifest(), blocks(copies));
    }
  }

  private static List<VersionRequest.Copy> copies(StoreContext context, VersionRequest request)
      throws DepSkyException {
    int needed = request.mayHoldBlock() ? context.settings().parameters().readQuorum() : 1;
    return context.ask(request, needed);
  }

  private static List<StoredBlock> blocks(List<VersionRequest.Copy> copies) {
    return copies.stream().map(VersionRequest.Copy::block).filter(Objects::nonNull).toList();
  }

  Manifest manifest() {
    return manifest;
  }

  @Override
  public long size() {
    return manifest.size();
  }

  @Override
  public int segmentBytes() {
    return manifest.segmentBytes();
  }

  @Override
  public int segmentCount() {
    return manifest.segments().size();
  }

  @Override
  public int segmentLength(int index) {
    return manifest.segmentLength(Objects.checkIndex(index, segmentCount()));
  }

  @Override
  public void readSegment(int index, SegmentSink sink) throws DepSkyException {
    int length = segmentLength(index);
    long start = (long) index * segmentBytes();
    try (var _ = context.budgets().reading().take(length)) {
      context
          .codec()
          .decode(
              manifest,
              index,
              blocks(index),
              (offset, plaintext) -> sink.write(start + offset, plaintext));
    } catch (IOException e) {
      throw new DepSkyException.ContentFailed(e);
    } catch (CodecException e) {
      String message = "segment " + index + " of version " + ref.manifestHash();
      throw new DepSkyException.Damaged(message + " was stored wrongly: " + e.getMessage(), e);
    }
  }

  private List<StoredBlock> blocks(int index) throws DepSkyException {
    int needed = context.settings().parameters().readQuorum();
    Id128 id = manifest.segments().get(index).id();
    if (id != null) {
      var key = context.names().segment(manifest.unit(), id);
      return context.ask(new SegmentRequest(key, manifest, index), needed);
    }
    SoftReference<List<StoredBlock>> reference = fetched.getAndSet(null);
    List<StoredBlock> blocks = reference == null ? null : reference.get();
    return blocks != null ? blocks : blocks(copies(context, request()));
  }

  private VersionRequest request() {
    return new VersionRequest(context.settings(), manifest.unit(), ref);
  }
}
