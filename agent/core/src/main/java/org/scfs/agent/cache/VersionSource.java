package org.scfs.agent.cache;

import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.StoredVersion;

/** Opens one version in the clouds when its bytes are first needed. Thread-safe. */
@FunctionalInterface
public interface VersionSource {

  /** Fetches and verifies the version's manifest. */
  StoredVersion open() throws DepSkyException;
}
