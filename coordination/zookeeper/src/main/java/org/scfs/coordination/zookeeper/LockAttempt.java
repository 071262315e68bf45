package org.scfs.coordination.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.Node;

/**
 * One attempt to acquire a lock: a node of ours joins the line of those who want it, and waits for
 * the one before it to go. For one thread.
 */
final class LockAttempt {

  private final ServiceParts parts;
  private final LockRequest request;
  private final Deadline patience;
  private final String directory;
  private final String prefix;
  private final Handle handle;
  private @Nullable String own;

  LockAttempt(ServiceParts parts, LockRequest request, Deadline patience, Handle handle) {
    this.parts = parts;
    this.request = request;
    this.patience = patience;
    this.directory = parts.layout().full(request.directory());
    this.prefix = parts.layout().lockPrefix(request, parts.environment().ids().next());
    this.handle = handle;
  }

  /** Acquires the lock or leaves nothing behind. */
  ZooKeeperLock run(Deadline deadline) throws CoordinationException {
    boolean acquired = false;
    try {
      List<String> line = join(deadline);
      while (!line.getFirst().equals(own)) {
        awaitTurn(line);
        line = inLine(list(parts.callDeadline()));
      }
      acquired = true;
      return new ZooKeeperLock(parts.layout().local(directory + "/" + own), handle);
    } catch (InterruptedException e) {
      throw ServiceParts.interrupted(e);
    } finally {
      if (!acquired) {
        leave();
      }
    }
  }

  private void leave() {
    if (own == null) {
      parts.leftovers().removeAttempt(handle, prefix);
    } else {
      parts.leftovers().remove(handle, directory + "/" + own);
    }
  }

  /** Makes our node and lists the line, in one flight. */
  private List<String> join(Deadline deadline) throws CoordinationException, InterruptedException {
    byte[] holder = request.holder().getBytes(StandardCharsets.UTF_8);
    while (true) {
      Pending<String> created = parts.pending();
      Pending<List<String>> listed = parts.pending();
      handle.create(prefix, holder, CreateMode.EPHEMERAL_SEQUENTIAL, created);
      handle.getChildren(directory, listed);
      Reply<List<String>> children = listed.await(deadline);
      Reply<String> node = created.await(deadline);
      if (node.ok()) {
        own = node.get().substring(directory.length() + 1);
        return inLine(children.ok() ? children.get() : list(deadline));
      }
      if (!node.lost()) {
        throw Translation.translate(node.code(), directory);
      }
      List<String> found = list(deadline);
      own = findOwn(found).orElse(null);
      if (own != null) {
        return inLine(found);
      }
    }
  }

  private Optional<String> findOwn(List<String> children) {
    return children.stream().filter(c -> (directory + "/" + c).startsWith(prefix)).findFirst();
  }

  /** The line, which we are in. */
  private List<String> inLine(List<String> children) throws CoordinationException {
    List<String> line = Layout.inLine(children, request.name());
    if (!line.contains(own)) {
      throw new CoordinationException.Unavailable(
          "somebody removed us from the line for the lock " + request.name(), null);
    }
    return line;
  }

  /** Lists the directory, however often the connection breaks meanwhile. */
  private List<String> list(Deadline deadline) throws CoordinationException, InterruptedException {
    while (true) {
      if (handle.ended() || parts.connection().await(deadline) != handle) {
        throw new CoordinationException.Unavailable(
            "the session ended while waiting for the lock " + request.name(), null);
      }
      Pending<List<String>> listed = parts.pending();
      handle.getChildren(directory, listed);
      Reply<List<String>> children = listed.await(deadline);
      if (children.ok()) {
        return children.get();
      }
      if (!children.lost()) {
        throw Translation.translate(children.code(), directory);
      }
    }
  }

  /** Waits until the one before us is gone, or our patience is. */
  private void awaitTurn(List<String> line) throws CoordinationException, InterruptedException {
    String before = line.get(line.indexOf(own) - 1);
    Monitor monitor = new Monitor(parts.environment().time());
    Signal gone = new Signal(monitor);
    Pending<Node> previous = parts.pending();
    Pending<Node> first = parts.pending();
    Deadline deadline = parts.callDeadline();
    handle.getData(directory + "/" + before, gone, previous);
    handle.getData(directory + "/" + line.getFirst(), null, first);
    Reply<Node> holder = first.await(deadline);
    Code watched = previous.await(deadline).code();
    if (watched != Code.OK || holder.code() == Code.NONODE) {
      return; // something changed, or the connection broke: look at the line again
    }
    if (holder.ok() && patience.passed()) {
      throw busy(new String(holder.get().data(), StandardCharsets.UTF_8));
    }
    monitor.await(() -> gone.given || handle.ended(), patience, () -> gone.given);
  }

  private CoordinationException.LockBusy busy(String holder) {
    return new CoordinationException.LockBusy(
        holder, "the lock " + request.name() + " is held by " + holder);
  }

  /** A watch that tells of the end of the node before us, and of the end of our session. */
  private static final class Signal implements Watcher {
    private final Monitor monitor;
    private boolean given; // guarded by the monitor

    Signal(Monitor monitor) {
      this.monitor = monitor;
    }

    @Override
    public void process(WatchedEvent event) {
      boolean session = event.getType() == Event.EventType.None;
      boolean end =
          event.getState() == Event.KeeperState.Expired
              || event.getState() == Event.KeeperState.Closed;
      if (!session || end) {
        monitor.change(() -> given = true);
      }
    }
  }
}
