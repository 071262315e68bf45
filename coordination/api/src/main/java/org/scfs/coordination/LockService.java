package org.scfs.coordination;

import java.time.Duration;

/**
 * Exclusive locks that end with the session of their holder. A lock is a courtesy between writers;
 * what makes a commit safe is {@link Operation.CheckLock} and the expected versions in it.
 * Thread-safe.
 */
public interface LockService {

  /**
   * Acquires a lock, in the order of asking. Not reentrant: who holds it already is refused like
   * everybody else.
   *
   * @param wait how long to wait for others; zero to be refused at once
   * @throws CoordinationException.Conflict MISSING if the request's directory does not exist
   * @throws CoordinationException.LockBusy if somebody else holds it all that time; names the
   *     holder
   */
  Lock acquire(LockRequest request, Duration wait) throws CoordinationException;

  /**
   * Releases a lock. Idempotent. Does not wait for the service: it is released in the order of this
   * client's calls, at the latest when the session ends.
   */
  void release(Lock lock);
}
