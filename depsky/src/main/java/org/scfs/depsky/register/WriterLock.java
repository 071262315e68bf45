package org.scfs.depsky.register;

import org.scfs.depsky.DepSkyException;

/**
 * The lock of a data unit among its writers. It spares people conflicts as long as clocks differ no
 * more than its terms say; it does not stop a writer that goes on after it lost the lock.
 * Thread-safe.
 */
public interface WriterLock extends AutoCloseable {

  /** Whether it is held still, by this process's clock. */
  boolean isHeld();

  /**
   * Prolongs it by another lease from now on.
   *
   * @return false if it is lost
   * @throws DepSkyException.NotEnoughClouds if too few clouds acknowledged; it goes on as before
   * @throws DepSkyException.Interrupted if the calling thread was interrupted; as above
   */
  boolean renew() throws DepSkyException;

  /**
   * Gives it back. Clouds that cannot be reached show it until it ends by itself. Idempotent.
   *
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  @Override
  void close() throws DepSkyException;
}
