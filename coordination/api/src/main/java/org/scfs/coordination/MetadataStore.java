package org.scfs.coordination;

import java.util.List;
import java.util.Optional;

/**
 * A tree of versioned nodes with atomic transactions. Thread-safe. The node {@code /agents} and
 * what lies below it belong to the implementation.
 */
public interface MetadataStore {

  /** Reads several nodes and child lists in one round trip. */
  ReadResult read(ReadRequest request) throws CoordinationException;

  /** Reads one node. */
  default Optional<Node> read(NodePath path, ReadLevel level) throws CoordinationException {
    return read(ReadRequest.ofNodes(List.of(path), level)).nodes().getFirst();
  }

  /**
   * Applies all operations of a transaction in their order, or none of them.
   *
   * <p>Returns only if the transaction took effect. {@link CoordinationException.Conflict} and
   * {@link CoordinationException.Unavailable} say that it did not and will not. When the connection
   * breaks before the answer, the implementation finds out what happened; {@link
   * CoordinationException.OutcomeUnknown} is for the case that it could not within the time limit.
   *
   * @return the locks that the transaction acquired, in the order of its operations; one may be
   *     lost already if the session ended meanwhile
   * @throws CoordinationException.TooLarge if the transaction exceeds what the service can carry;
   *     nothing was sent
   */
  List<Lock> commit(Transaction transaction) throws CoordinationException;
}
