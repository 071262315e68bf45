package org.scfs.agent.cache;

import org.scfs.depsky.Digest;
import org.scfs.ports.Id128;

/**
 * What names a clean file in the cache: the same bytes for ever.
 *
 * @param id the file
 * @param manifestHash its version
 */
public record CachedVersion(Id128 id, Digest manifestHash) {

  String fileName() {
    return id + "-" + manifestHash;
  }
}
