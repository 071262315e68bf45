package org.scfs.depsky;

import java.time.Duration;
import org.scfs.depsky.codec.Manifest;
import org.scfs.ports.Id128;

/**
 * Settings of an {@link AnchoredStore}.
 *
 * @param volume the volume that all data units belong to
 * @param parameters how versions are spread over the clouds
 * @param segmentBytes bytes of plaintext of a segment, 1 to 64 MiB; fixed for the volume
 * @param cloudTimeout how long a cloud has to answer, retries included
 */
public record AnchoredStoreSettings(
    Id128 volume, QuorumParameters parameters, int segmentBytes, Duration cloudTimeout) {

  /** Checks the sizes. */
  public AnchoredStoreSettings {
    if (segmentBytes < 1 || segmentBytes > Manifest.MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException("segments have 1 byte to 64 MiB, not " + segmentBytes);
    }
    if (!cloudTimeout.isPositive()) {
      throw new IllegalArgumentException("cloudTimeout must be positive: " + cloudTimeout);
    }
  }
}
