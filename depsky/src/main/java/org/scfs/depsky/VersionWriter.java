package org.scfs.depsky;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.scfs.depsky.codec.EncodedSegment;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.SegmentContext;
import org.scfs.depsky.codec.SegmentEntry;
import org.scfs.depsky.codec.SegmentObject;
import org.scfs.depsky.codec.VersionObject;
import org.scfs.ports.Id128;

/** Writes one version. Used once, by one thread. */
final class VersionWriter {

  private final StoreContext context;
  private final Id128 unit;
  private final Content content;
  private final long size;
  private final int segmentBytes;

  VersionWriter(StoreContext context, Id128 unit, Content content) {
    this.context = context;
    this.unit = unit;
    this.content = content;
    this.size = content.size();
    this.segmentBytes = context.settings().segmentBytes();
    if (size < 1) {
      throw new IllegalArgumentException("an empty file has no version: size " + size);
    }
  }

  VersionRef write() throws DepSkyException {
    return write(null, new BitSet());
  }

  VersionRef write(Base base) throws DepSkyException {
    if (!(base.version() instanceof OpenedVersion version)
        || !version.manifest().unit().equals(unit)
        || !version.manifest().volume().equals(context.settings().volume())) {
      throw new IllegalArgumentException("the base is not a version of this data unit");
    }
    return write(version.manifest(), base.changedSegments());
  }

  private VersionRef write(@Nullable Manifest base, BitSet changed) throws DepSkyException {
    long segments = Manifest.segmentCount(size, segmentBytes);
    if (Manifest.maxBytes(segments, context.settings().parameters().code()) > Manifest.MAX_BYTES) {
      String message = "a file of " + size + " bytes has too many segments of " + segmentBytes;
      throw new DepSkyException.ContentFailed(new IOException(message));
    }
    return segments == 1 ? writeOne() : writeMany((int) segments, base, changed);
  }

  private VersionRef writeOne() throws DepSkyException {
    try (var _ = context.budgets().writing().take((int) size)) {
      EncodedSegment segment = encode(0, 1);
      byte[] manifest = manifest(List.of(segment.entry(null))).encode();
      byte[] signature = context.signer().sign(manifest);
      long bytes = manifest.length + (long) segment.block(0).remaining();
      return put(
          manifest, bytes, cloud -> VersionObject.withBlock(manifest, signature, segment, cloud));
    }
  }

  private VersionRef writeMany(int count, @Nullable Manifest base, BitSet changed)
      throws DepSkyException {
    List<SegmentEntry> entries = new ArrayList<>(count);
    UploadGroup uploads = new UploadGroup(context.clouds().environment().tasks());
    try {
      for (int index = 0; index < count; index++) {
        entries.add(
            base != null && !changed.get(index) && isShared(base, index, count)
                ? base.segments().get(index)
                : upload(uploads, index, count));
      }
      uploads.awaitAll();
    } finally {
      uploads.cancelAll();
    }
    byte[] manifest = manifest(entries).encode();
    byte[] signature = context.signer().sign(manifest);
    ByteBuffer[] object = VersionObject.manifestOnly(manifest, signature);
    return put(manifest, manifest.length, _ -> object);
  }

  /** Whether a segment of the base can serve as it is: same bytes, and bound to the same place. */
  private boolean isShared(Manifest base, int index, int count) {
    int last = base.segments().size() - 1;
    return last > 0
        && index <= last
        && base.segmentBytes() == segmentBytes
        && base.parameters().equals(context.settings().parameters().code())
        && base.code() == Manifest.preferredCode(base.parameters())
        && (index == last) == (index == count - 1)
        && base.segmentLength(index) == length(index);
  }

  /** Encodes a segment here, and uploads it on a thread of its own. */
  private SegmentEntry upload(UploadGroup uploads, int index, int count) throws DepSkyException {
    uploads.check();
    MemoryBudget.Part memory = context.budgets().writing().take(length(index));
    boolean handedOver = false;
    try {
      EncodedSegment segment = encode(index, count);
      Id128 id = context.clouds().environment().ids().next();
      SegmentContext place = place(index, count);
      PutRequest request =
          new PutRequest(
              context.names().segment(unit, id),
              segment.block(0).remaining(),
              cloud -> SegmentObject.encode(place, id, segment, cloud),
              context.clouds().placements());
      uploads.start(request.key().toString(), memory, () -> store(request));
      handedOver = true;
      return segment.entry(id);
    } finally {
      if (!handedOver) {
        memory.close();
      }
    }
  }

  private EncodedSegment encode(int index, int count) throws DepSkyException.ContentFailed {
    long start = (long) index * segmentBytes;
    try {
      return context
          .codec()
          .encode(
              place(index, count),
              length(index),
              (offset, into) -> content.read(start + offset, into));
    } catch (IOException e) {
      throw new DepSkyException.ContentFailed(e);
    }
  }

  private SegmentContext place(int index, int count) {
    return new SegmentContext(context.settings().volume(), unit, index, index == count - 1);
  }

  private int length(int index) {
    return Manifest.segmentLength(size, segmentBytes, index);
  }

  private Manifest manifest(List<SegmentEntry> segments) {
    var parameters = context.settings().parameters().code();
    return new Manifest(
        context.settings().volume(),
        unit,
        size,
        segmentBytes,
        parameters,
        Manifest.preferredCode(parameters),
        context.signer().id(),
        segments);
  }

  private VersionRef put(byte[] manifest, long bytes, IntFunction<ByteBuffer[]> pieces)
      throws DepSkyException {
    Digest hash = Digest.of(Manifest.hash(ByteBuffer.wrap(manifest)));
    var key = context.names().version(unit, hash);
    store(new PutRequest(key, bytes, pieces, context.clouds().placements()));
    return new VersionRef(hash, manifest.length);
  }

  private void store(PutRequest request) throws DepSkyException {
    var _ = context.ask(request, context.settings().parameters().writeQuorum());
  }
}
