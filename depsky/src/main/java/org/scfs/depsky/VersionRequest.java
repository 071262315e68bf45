package org.scfs.depsky;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.StoredBlock;
import org.scfs.depsky.codec.VerifyingKey;
import org.scfs.depsky.codec.VersionObject;
import org.scfs.ports.Id128;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.StorageException;

/**
 * Fetches a version's manifest, and the block that lies beside it if the version has one segment.
 * Each cloud's answer is verified on its own against the hash in the anchor.
 *
 * @param settings the volume's settings, which the manifest must fit
 * @param unit the data unit
 * @param ref what the anchor says
 */
record VersionRequest(AnchoredStoreSettings settings, Id128 unit, VersionRef ref)
    implements Request<VersionRequest.Copy> {

  /**
   * A verified manifest and, of a version of one segment, a verified block; both from an object.
   */
  record Copy(Manifest manifest, @Nullable StoredBlock block, VersionObject object) {}

  @Override
  public ObjectKey key() {
    return new ObjectNames(settings.volume()).version(unit, ref.manifestHash());
  }

  /** Whether the version can have one segment: the manifest of two is longer than of any one. */
  boolean mayHoldBlock() {
    return ref.manifestLength() <= Manifest.maxBytes(1, settings.parameters().code());
  }

  @Override
  public long expectedBytes() {
    return mayHoldBlock() ? 0 : ref.manifestLength();
  }

  @Override
  public CloudMonitor.Proof proof() {
    return CloudMonitor.Proof.VERIFIED;
  }

  @Override
  public Reply<Copy> send(CloudClient cloud)
      throws StorageException, BadAnswer, DepSkyException.Damaged {
    // One byte more than it can be, so that an object that was made longer is noticed.
    Optional<byte[]> object = cloud.store().get(key(), ByteRange.first(longest() + 1));
    if (object.isEmpty()) {
      throw BadAnswer.absent(key().toString());
    }
    return new Reply<>(verified(object.get(), cloud.index()), object.get().length);
  }

  private int longest() {
    return mayHoldBlock()
        ? VersionObject.maxBytesWithBlock(
            ref.manifestLength(), settings.parameters().code(), settings.segmentBytes())
        : VersionObject.bytesWithoutBlock(ref.manifestLength());
  }

  private Copy verified(byte[] bytes, int cloud) throws BadAnswer, DepSkyException.Damaged {
    try {
      VersionObject object = VersionObject.parse(bytes);
      if (!object.manifestHasHash(ref.manifestHash().toBytes())) {
        throw BadAnswer.corrupt("returned a manifest whose hash is wrong as " + key());
      }
      Manifest manifest = decode(object);
      checkSignature(object, manifest);
      if (manifest.segments().size() > 1) {
        return new Copy(manifest, null, object);
      }
      StoredBlock block = object.block(cloud, manifest);
      if (!block.matches(manifest.segments().getFirst())) {
        throw BadAnswer.corrupt("returned a block whose hash is wrong as " + key());
      }
      return new Copy(manifest, block, object);
    } catch (CodecException e) {
      throw BadAnswer.corrupt(key().toString(), e);
    }
  }

  /** The signature is not under the anchor's hash: a wrong one may be the cloud's fault. */
  private void checkSignature(VersionObject object, Manifest manifest)
      throws BadAnswer, DepSkyException.Damaged {
    if (settings.writers().isEmpty()) {
      return;
    }
    Optional<VerifyingKey> writer = manifest.writerAmong(settings.writers());
    check(writer.isPresent(), "is by nobody who may write");
    if (!object.isSignedBy(writer.orElseThrow())) {
      throw BadAnswer.corrupt("returned a manifest whose signature is wrong as " + key());
    }
  }

  /** Decodes a manifest that the anchor vouches for: what is wrong with it is no cloud's fault. */
  private Manifest decode(VersionObject object) throws DepSkyException.Damaged {
    try {
      Manifest manifest = Manifest.decode(object.manifest());
      check(manifest.volume().equals(settings.volume()), "belongs to another volume");
      check(manifest.unit().equals(unit), "belongs to another data unit");
      check(
          manifest.parameters().equals(settings.parameters().code()),
          "has other parameters than the volume");
      check(
          manifest.segmentBytes() == settings.segmentBytes(),
          "has another segment size than the volume");
      return manifest;
    } catch (CodecException e) {
      String message = "the version that the anchor names is none: " + e.getMessage();
      throw new DepSkyException.Damaged(message + " (" + key() + ")", e);
    }
  }

  private void check(boolean holds, String otherwise) throws DepSkyException.Damaged {
    if (!holds) {
      String message = "the version that the anchor names " + otherwise + " (" + key() + ")";
      throw new DepSkyException.Damaged(message, null);
    }
  }
}
