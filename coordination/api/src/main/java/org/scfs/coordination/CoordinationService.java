package org.scfs.coordination;

/**
 * A connection to a coordination service. Thread-safe.
 *
 * <p>All calls block, each within the time limit of the settings, and throw {@link
 * CoordinationException.Interrupted} promptly when the thread is interrupted.
 */
public interface CoordinationService extends AutoCloseable {

  /** The session that this connection's locks live in. */
  Session session();

  /** The versioned nodes. */
  MetadataStore metadata();

  /** The locks. */
  LockService locks();

  /** Ends the session, which releases its locks, and the connection. Idempotent. */
  @Override
  void close();
}
