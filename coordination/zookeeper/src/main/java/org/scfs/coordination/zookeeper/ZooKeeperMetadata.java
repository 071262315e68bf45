package org.scfs.coordination.zookeeper;

import java.util.List;
import java.util.Optional;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.MetadataStore;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.ReadRequest;
import org.scfs.coordination.ReadResult;
import org.scfs.coordination.Transaction;

/** Nodes in ZooKeeper. */
final class ZooKeeperMetadata implements MetadataStore {

  private final ServiceParts parts;
  private final CommitMarkers markers;

  ZooKeeperMetadata(ServiceParts parts, CommitMarkers markers) {
    this.parts = parts;
    this.markers = markers;
  }

  @Override
  public ReadResult read(ReadRequest request) throws CoordinationException {
    Reads.Flight flight =
        new Reads.Flight(
            request.level() == ReadLevel.LINEARIZABLE,
            fullPaths(request.nodes()),
            fullPaths(request.listings()));
    Reads.Landing landing = new Reads(parts, parts.callDeadline()).run(flight);
    return new ReadResult(
        landing.nodes().stream().map(ZooKeeperMetadata::present).toList(),
        landing.listings().stream().map(ZooKeeperMetadata::present).toList());
  }

  private List<String> fullPaths(List<NodePath> paths) {
    return paths.stream().map(parts.layout()::full).toList();
  }

  private static <T> Optional<T> present(Reply<T> reply) {
    return reply.ok() ? Optional.of(reply.get()) : Optional.empty();
  }

  @Override
  public List<Lock> commit(Transaction transaction) throws CoordinationException {
    TransactionSize.check(transaction, parts.layout());
    Deadline deadline = parts.callDeadline();
    parts.connection().await(deadline); // nothing is prepared for a service that is not there
    CommitMarkers.Slot slot = markers.take(deadline);
    try {
      return new Commit(parts, transaction, slot, deadline).run();
    } catch (InterruptedException e) {
      throw ServiceParts.interrupted(e);
    } finally {
      markers.giveBack(slot);
    }
  }
}
