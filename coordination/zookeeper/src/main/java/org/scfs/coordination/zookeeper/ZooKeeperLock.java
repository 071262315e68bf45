package org.scfs.coordination.zookeeper;

import org.scfs.coordination.Lock;
import org.scfs.coordination.NodePath;

/** A lock: a node that ends with the session it was made in. */
final class ZooKeeperLock implements Lock {

  private final NodePath path;
  private final Handle handle;
  private volatile boolean released;

  ZooKeeperLock(NodePath path, Handle handle) {
    this.path = path;
    this.handle = handle;
  }

  @Override
  public NodePath path() {
    return path;
  }

  @Override
  public boolean appearsHeld() {
    return !released && !handle.ended();
  }

  /** The session that the lock lives in. */
  Handle handle() {
    return handle;
  }

  void markReleased() {
    released = true;
  }
}
