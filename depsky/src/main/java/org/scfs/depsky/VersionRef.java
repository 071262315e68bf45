package org.scfs.depsky;

import org.scfs.depsky.codec.Manifest;

/**
 * What the anchor keeps of a version: enough to fetch it and to know every byte of it.
 *
 * @param manifestHash SHA-256 of the manifest, its format byte included
 * @param manifestLength bytes of the manifest without the format byte; bounds what a reader fetches
 */
public record VersionRef(Digest manifestHash, int manifestLength) {

  /** Checks the length: 1 byte to 64 MiB. */
  public VersionRef {
    if (manifestLength < 1 || manifestLength > Manifest.MAX_BYTES) {
      throw new IllegalArgumentException("a manifest of " + manifestLength + " bytes");
    }
  }
}
