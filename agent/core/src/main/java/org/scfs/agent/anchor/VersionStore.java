package org.scfs.agent.anchor;

import com.google.protobuf.ByteString;
import java.util.Optional;
import org.scfs.agent.cache.CachedVersion;
import org.scfs.agent.cache.FileCache;
import org.scfs.agent.cache.FileImage;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.tuple.DataVersion;
import org.scfs.depsky.AnchoredStore;
import org.scfs.depsky.Base;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.Digest;
import org.scfs.depsky.VersionRef;
import org.scfs.ports.Id128;

/** Files as versions in the clouds: between tuples and the quorum store. Thread-safe. */
public final class VersionStore {

  private final AnchoredStore store;

  /** Versions in these clouds. */
  public VersionStore(AnchoredStore store) {
    this.store = store;
  }

  /** What the cache needs to open a file's current version; empty for an empty file. */
  public static Optional<CachedVersion> cached(Id128 id, DataVersion data) {
    return data.getManifestHash().isEmpty()
        ? Optional.empty()
        : Optional.of(new CachedVersion(id, reference(data).manifestHash()));
  }

  /** How to open a version that is not an empty file's. */
  public FileCache.Wanted wanted(Id128 id, DataVersion data, long size) {
    VersionRef reference = reference(data);
    return new FileCache.Wanted(
        new CachedVersion(id, reference.manifestHash()), size, () -> store.open(id, reference));
  }

  private static VersionRef reference(DataVersion data) {
    return new VersionRef(
        Digest.of(data.getManifestHash().toByteArray()), data.getManifestLength());
  }

  /**
   * Stores an image as a version that follows another one.
   *
   * @param before the version that the image derives from
   * @param commitId becomes part of the new version, so that its writer recognizes it
   * @return what the tuple is to say; the version counts only once it says so
   */
  public DataVersion store(Id128 id, FileImage image, DataVersion before, Id128 commitId)
      throws VfsException {
    DataVersion.Builder after =
        DataVersion.newBuilder()
            .setNumber(before.getNumber() + 1)
            .setCommitId(ByteString.copyFrom(commitId.toBytes()));
    if (image.size() == 0) {
      return after.build();
    }
    try {
      VersionRef written = write(id, image, before);
      return after
          .setManifestHash(ByteString.copyFrom(written.manifestHash().toBytes()))
          .setManifestLength(written.manifestLength())
          .build();
    } catch (DepSkyException e) {
      throw toVfs(e);
    }
  }

  private VersionRef write(Id128 id, FileImage image, DataVersion before) throws DepSkyException {
    if (before.getManifestHash().isEmpty() || isOneSegment(image)) {
      return store.write(id, image.content());
    }
    return store.write(
        id, image.content(), new Base(store.open(id, reference(before)), image.changedSegments()));
  }

  private static boolean isOneSegment(FileImage image) {
    return image.size() <= image.segmentBytes();
  }

  /** The errno for a failure of the clouds; its message goes along. */
  public static VfsException toVfs(DepSkyException e) {
    Errno errno =
        switch (e) {
          case DepSkyException.NotEnoughClouds clouds -> Errno.EIO;
          case DepSkyException.ContentFailed content -> Errno.EIO;
          case DepSkyException.Damaged damaged -> Errno.EIO;
          case DepSkyException.Interrupted interrupted -> Errno.EINTR;
        };
    return new VfsException(errno, String.valueOf(e.getMessage()), e);
  }
}
