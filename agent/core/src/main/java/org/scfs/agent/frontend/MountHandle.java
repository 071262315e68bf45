package org.scfs.agent.frontend;

import java.time.Duration;
import org.scfs.ports.Id128;

/** A mount that this process serves. Thread-safe. */
public interface MountHandle {

  /** What the transport can do. */
  TransportCapabilities capabilities();

  /**
   * Waits until the kernel shows the mount.
   *
   * @throws MountException if it fails or takes longer
   * @throws InterruptedException if the waiting thread was interrupted
   */
  void awaitMounted(Duration limit) throws MountException, InterruptedException;

  /** Waits until the mount is gone, whoever took it away. */
  void awaitUnmounted() throws InterruptedException;

  /** Makes the kernel forget an object's attributes and pages, where the transport can. */
  void invalidate(Id128 node);

  /** Makes the kernel forget an entry, where the transport can. */
  void invalidateEntry(Id128 directory, String name);

  /**
   * Takes the mount away. Idempotent.
   *
   * @throws MountException if it is busy: a program has its folder or a file open there
   */
  void unmount() throws MountException;
}
