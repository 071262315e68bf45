package org.scfs.coordination.zookeeper;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.KeeperException.Code;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes of locks that are not wanted any more. They are deleted without anybody waiting: at once if
 * there is a connection, else when it is back, else by the end of their session. Thread-safe.
 */
final class Leftovers {

  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  /**
   * What is to be deleted.
   *
   * @param handle the session that it belongs to
   * @param path the full path of a node, or of its beginning if the sequence number is not known
   * @param complete whether the path is complete
   */
  private record Leftover(Handle handle, String path, boolean complete) {}

  private final Set<Leftover> pending = ConcurrentHashMap.newKeySet();

  /** Deletes a lock's node. */
  void remove(Handle handle, String path) {
    start(new Leftover(handle, path, true));
  }

  /** Deletes the node that an attempt to lock may have made: we never saw the answer. */
  void removeAttempt(Handle handle, String prefix) {
    start(new Leftover(handle, prefix, false));
  }

  /** Tries again what was left because there was no connection. */
  void send(Handle handle) {
    pending.removeIf(leftover -> leftover.handle.ended());
    for (Leftover leftover : List.copyOf(pending)) {
      if (leftover.handle == handle) {
        send(leftover);
      }
    }
  }

  private void start(Leftover leftover) {
    if (!leftover.handle.ended()) {
      pending.add(leftover);
      send(leftover);
    }
  }

  private void send(Leftover leftover) {
    Handle handle = leftover.handle;
    if (leftover.complete) {
      handle.delete(leftover.path, reply -> finish(leftover, reply.code()));
    } else {
      String directory = leftover.path.substring(0, leftover.path.lastIndexOf('/'));
      handle.getChildren(directory, reply -> found(leftover, directory, reply));
    }
  }

  private void found(Leftover leftover, String directory, Reply<List<String>> reply) {
    if (reply.ok()) {
      for (String child : reply.get()) {
        if ((directory + "/" + child).startsWith(leftover.path)) {
          remove(leftover.handle, directory + "/" + child);
        }
      }
    }
    finish(leftover, reply.code());
  }

  private void finish(Leftover leftover, Code code) {
    if (code == Code.CONNECTIONLOSS) {
      return; // stays until the connection is back
    }
    pending.remove(leftover);
    if (code != Code.OK && code != Code.NONODE && code != Code.SESSIONEXPIRED) {
      LOG.warn("cannot delete the lock {}: {}; it ends with the session", leftover.path, code);
    }
  }
}
