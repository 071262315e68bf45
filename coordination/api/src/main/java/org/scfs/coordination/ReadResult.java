package org.scfs.coordination;

import java.util.List;
import java.util.Optional;

/**
 * The answers to a {@link ReadRequest}, in its order. They are not a snapshot: a commit may fall
 * between two of them.
 *
 * @param nodes the data, empty where there is no such node
 * @param listings the children's names in no order, empty where there is no such node
 */
public record ReadResult(List<Optional<Node>> nodes, List<Optional<List<String>>> listings) {

  /** Makes the lists immutable. */
  public ReadResult {
    nodes = List.copyOf(nodes);
    listings = List.copyOf(listings);
  }
}
