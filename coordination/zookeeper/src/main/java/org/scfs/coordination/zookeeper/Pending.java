package org.scfs.coordination.zookeeper;

import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Time;

/** A reply that is under way. Thread-safe. */
final class Pending<T> implements Consumer<Reply<T>> {

  private final Monitor monitor;
  private @Nullable Reply<T> reply; // guarded by the monitor

  Pending(Time time) {
    this.monitor = new Monitor(time);
  }

  @Override
  public void accept(Reply<T> arrived) {
    monitor.change(() -> reply = arrived);
  }

  /** Waits for the reply; after the deadline it is {@link Code#OPERATIONTIMEOUT}. */
  Reply<T> await(Deadline deadline) throws InterruptedException {
    return monitor.await(
        () -> reply != null,
        deadline,
        () -> reply == null ? new Reply<T>(Code.OPERATIONTIMEOUT, null) : reply);
  }
}
