package org.scfs.storage;

import java.util.Optional;

/**
 * One page of a listing.
 *
 * @param prefix the text that keys begin with; empty for all
 * @param after list only keys greater than this one; the last key of the page before
 * @param limit how many keys at most, 1 to 1000
 */
public record ListRequest(String prefix, Optional<ObjectKey> after, int limit) {

  /** Checks the limit. */
  public ListRequest {
    if (limit < 1 || limit > 1000) {
      throw new IllegalArgumentException("a page has 1 to 1000 keys, not " + limit);
    }
  }
}
