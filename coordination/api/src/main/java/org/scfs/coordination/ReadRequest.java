package org.scfs.coordination;

import java.util.List;

/**
 * Several reads that travel together: one round trip, whatever their number.
 *
 * @param nodes paths whose data is wanted
 * @param listings paths whose children's names are wanted
 * @param level how fresh the answers must be
 */
public record ReadRequest(List<NodePath> nodes, List<NodePath> listings, ReadLevel level) {

  /** Makes the lists immutable. */
  public ReadRequest {
    nodes = List.copyOf(nodes);
    listings = List.copyOf(listings);
  }

  /** A request for data only. */
  public static ReadRequest ofNodes(List<NodePath> nodes, ReadLevel level) {
    return new ReadRequest(nodes, List.of(), level);
  }
}
