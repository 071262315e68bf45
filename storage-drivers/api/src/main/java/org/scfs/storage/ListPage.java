package org.scfs.storage;

import java.util.List;

/**
 * A page of a listing.
 *
 * @param objects in the order of their keys
 * @param complete whether no key follows after the last one of this page
 */
public record ListPage(List<ObjectInfo> objects, boolean complete) {

  /** Makes the list immutable. */
  public ListPage {
    objects = List.copyOf(objects);
  }
}
