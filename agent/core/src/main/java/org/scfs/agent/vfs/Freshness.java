package org.scfs.agent.vfs;

/** How old an answer from the metadata cache may be. */
public enum Freshness {
  /** As old as the cache's time-to-live allows. */
  CACHED,
  /** At least as new as the last close that completed anywhere before the call. */
  LATEST
}
