package org.scfs.depsky;

import java.util.Optional;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.SegmentEntry;
import org.scfs.depsky.codec.SegmentObject;
import org.scfs.depsky.codec.StoredBlock;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.StorageException;

/**
 * Fetches the blocks of one segment of a version of several, each verified against the manifest.
 *
 * @param key the segment's object
 * @param manifest the version's verified manifest
 * @param index the segment
 */
record SegmentRequest(ObjectKey key, Manifest manifest, int index) implements Request<StoredBlock> {

  @Override
  public long expectedBytes() {
    return SegmentObject.bytes(entry(), manifest.parameters());
  }

  @Override
  public CloudMonitor.Proof proof() {
    return CloudMonitor.Proof.VERIFIED;
  }

  private SegmentEntry entry() {
    return manifest.segments().get(index);
  }

  @Override
  public Reply<StoredBlock> send(CloudClient cloud) throws StorageException, BadAnswer {
    // One byte more than it has, so that an object that was made longer is noticed.
    ByteRange range = ByteRange.first(SegmentObject.bytes(entry(), manifest.parameters()) + 1);
    Optional<byte[]> object = cloud.store().get(key, range);
    if (object.isEmpty()) {
      throw BadAnswer.absent(key.toString());
    }
    return new Reply<>(verified(object.get(), cloud.index()), object.get().length);
  }

  private StoredBlock verified(byte[] object, int cloud) throws BadAnswer {
    try {
      StoredBlock block = SegmentObject.parse(object, manifest, index, cloud);
      if (!block.matches(entry())) {
        throw BadAnswer.corrupt("returned a block whose hash is wrong as " + key);
      }
      return block;
    } catch (CodecException e) {
      throw BadAnswer.corrupt(key.toString(), e);
    }
  }
}
