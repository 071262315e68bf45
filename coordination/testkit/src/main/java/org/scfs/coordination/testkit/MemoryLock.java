package org.scfs.coordination.testkit;

import org.scfs.coordination.Lock;
import org.scfs.coordination.NodePath;

/** A lock of a {@link MemoryClient}. */
final class MemoryLock implements Lock {

  private final NodePath path;
  private final MemorySession session;
  private volatile boolean released;

  MemoryLock(NodePath path, MemorySession session) {
    this.path = path;
    this.session = session;
  }

  @Override
  public NodePath path() {
    return path;
  }

  @Override
  public boolean appearsHeld() {
    return !released && !session.endNoticed;
  }

  void markReleased() {
    released = true;
  }
}
