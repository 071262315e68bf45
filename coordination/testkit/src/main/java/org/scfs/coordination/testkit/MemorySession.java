package org.scfs.coordination.testkit;

/** One session of a {@link MemoryClient}; guarded by the service's lock, but for the flag. */
final class MemorySession {

  /** The service ended the session and its locks. */
  boolean ended;

  /** The client knows that it ended. Volatile: a lock asks without the service's lock. */
  volatile boolean endNoticed;
}
