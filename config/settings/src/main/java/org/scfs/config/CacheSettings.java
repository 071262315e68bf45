package org.scfs.config;

import java.nio.file.Path;

/**
 * The section {@code [cache]}: the cache of whole files on the local disk.
 *
 * @param directory the parent folder; each volume has a folder of its own below it
 * @param limitBytes how much the cache of one volume may hold, in bytes
 */
public record CacheSettings(Path directory, long limitBytes) {

  /** The least that {@code limitBytes} may be. */
  static final long LEAST_LIMIT_BYTES = 64L << 20;

  /** Checks the limit. */
  public CacheSettings {
    if (limitBytes < LEAST_LIMIT_BYTES) {
      throw new IllegalArgumentException("the limit of a cache is too small: " + limitBytes);
    }
  }
}
