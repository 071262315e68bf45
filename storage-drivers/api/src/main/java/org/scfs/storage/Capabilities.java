package org.scfs.storage;

/**
 * What a store can do.
 *
 * @param createOnly whether of several concurrent {@link PutMode#CREATE} exactly one succeeds;
 *     where it is false, an existing object is noticed on a best-effort basis
 * @param maxObjectBytes the largest object that one put can store, in bytes
 */
public record Capabilities(boolean createOnly, long maxObjectBytes) {

  /** Checks the limits. */
  public Capabilities {
    if (maxObjectBytes <= 0) {
      throw new IllegalArgumentException("maxObjectBytes must be positive: " + maxObjectBytes);
    }
  }
}
