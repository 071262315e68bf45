package org.scfs.coordination.zookeeper;

import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.Operation;
import org.scfs.coordination.Transaction;

/**
 * Refuses what ZooKeeper cannot carry. It answers a packet above {@code jute.maxbuffer}, 1 MiB by
 * default, by closing the connection, which nobody could tell from a broken one.
 */
final class TransactionSize {

  /** Below ZooKeeper's default for {@code jute.maxbuffer}. */
  private static final int PACKET_BYTES = 1_000_000;

  /** Headers, lengths, rights and the like of one operation, generously; without the root. */
  private static final int OPERATION_BYTES = 160;

  private TransactionSize() {}

  static void check(Transaction transaction, Layout layout) throws CoordinationException.TooLarge {
    long bytes = 0;
    for (Operation operation : transaction.operations()) {
      bytes += payload(operation);
    }
    long overhead = (OPERATION_BYTES + layout.root().value().length()) * (long) count(transaction);
    if (bytes > Transaction.MAX_BYTES || bytes + overhead > PACKET_BYTES) {
      throw new CoordinationException.TooLarge(
          "a transaction of %d operations and %d bytes".formatted(count(transaction), bytes));
    }
  }

  private static int count(Transaction transaction) {
    return transaction.operations().size();
  }

  private static long payload(Operation operation) throws CoordinationException.TooLarge {
    return switch (operation) {
      case Operation.Check check -> length(check.path());
      case Operation.Create create -> length(create.path()) + length(create.path(), create.data());
      case Operation.Set set -> length(set.path()) + length(set.path(), set.data());
      case Operation.Delete delete -> length(delete.path());
      case Operation.CheckLock check -> length(check.lock().path());
      case Operation.ReleaseLock release -> length(release.lock().path());
      case Operation.AcquireNewLock acquire ->
          length(acquire.request().directory())
              + acquire.request().name().length()
              + 3L * acquire.request().holder().length();
    };
  }

  private static long length(NodePath path) {
    return path.value().length();
  }

  private static long length(NodePath path, byte[] data) throws CoordinationException.TooLarge {
    if (data.length > Node.MAX_DATA_BYTES) {
      throw new CoordinationException.TooLarge(
          "%d bytes for the node %s".formatted(data.length, path));
    }
    return data.length;
  }
}
