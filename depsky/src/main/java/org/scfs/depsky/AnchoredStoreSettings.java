package org.scfs.depsky;

import java.time.Duration;
import java.util.Set;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.VerifyingKey;
import org.scfs.ports.Id128;

/**
 * Settings of an {@link AnchoredStore}.
 *
 * @param volume the volume that all data units belong to
 * @param parameters how versions are spread over the clouds
 * @param segmentBytes bytes of plaintext of a segment, 1 to 64 MiB; fixed for the volume
 * @param cloudTimeout how long a cloud has to answer, retries included
 * @param writers the keys of all who may write; if there are none, the manifests' signatures are
 *     not looked at, and the anchor alone says what is genuine
 */
public record AnchoredStoreSettings(
    Id128 volume,
    QuorumParameters parameters,
    int segmentBytes,
    Duration cloudTimeout,
    Set<VerifyingKey> writers) {

  /** Settings of a store that does not look at signatures. */
  public AnchoredStoreSettings(
      Id128 volume, QuorumParameters parameters, int segmentBytes, Duration cloudTimeout) {
    this(volume, parameters, segmentBytes, cloudTimeout, Set.of());
  }

  /** Checks the sizes, and makes the set immutable. */
  public AnchoredStoreSettings {
    writers = Set.copyOf(writers);
    if (segmentBytes < 1 || segmentBytes > Manifest.MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException("segments have 1 byte to 64 MiB, not " + segmentBytes);
    }
    if (!cloudTimeout.isPositive()) {
      throw new IllegalArgumentException("cloudTimeout must be positive: " + cloudTimeout);
    }
  }
}
