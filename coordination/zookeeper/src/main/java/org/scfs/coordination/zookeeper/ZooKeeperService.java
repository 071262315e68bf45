package org.scfs.coordination.zookeeper;

import java.util.function.Consumer;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.LockService;
import org.scfs.coordination.MetadataStore;
import org.scfs.coordination.Session;
import org.scfs.ports.Environment;

/** A client of ZooKeeper. */
final class ZooKeeperService implements CoordinationService {

  private final Connection connection;
  private final ZooKeeperMetadata metadata;
  private final ZooKeeperLocks locks;
  private final Runnable afterClose;

  private ZooKeeperService(ServiceParts parts, CommitMarkers markers, Runnable afterClose) {
    this.connection = parts.connection();
    this.metadata = new ZooKeeperMetadata(parts, markers);
    this.locks = new ZooKeeperLocks(parts);
    this.afterClose = afterClose;
  }

  /** Connects. */
  static ZooKeeperService connect(ClientOptions options, Environment environment)
      throws CoordinationException {
    return connect(options, environment, connection -> () -> {});
  }

  /** What goes on beside a connection while it is open. */
  interface Companion {
    /** Begins; what it returns ends it, and runs once the connection is closed. */
    Runnable begin(Consumer<String> moveTo);
  }

  /** Connects, and moves on when the companion says that the servers moved. */
  static ZooKeeperService connect(
      ClientOptions options, Environment environment, Companion companion)
      throws CoordinationException {
    Leftovers leftovers = new Leftovers();
    Connection connection = new Connection(options, environment, leftovers);
    ServiceParts parts = new ServiceParts(options, environment, connection, leftovers);
    Runnable afterClose = companion.begin(connection::moveTo);
    boolean connected = false;
    try {
      connection.open();
      Deadline deadline = parts.callDeadline();
      new Foundation(parts).lay(deadline);
      CommitMarkers markers = new CommitMarkers(parts);
      markers.load(deadline);
      connected = true;
      return new ZooKeeperService(parts, markers, afterClose);
    } finally {
      if (!connected) {
        connection.close();
        afterClose.run();
      }
    }
  }

  @Override
  public Session session() {
    return connection;
  }

  @Override
  public MetadataStore metadata() {
    return metadata;
  }

  @Override
  public LockService locks() {
    return locks;
  }

  @Override
  public void close() {
    connection.close();
    afterClose.run();
  }
}
