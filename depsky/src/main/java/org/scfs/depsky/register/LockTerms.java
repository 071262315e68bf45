package org.scfs.depsky.register;

import java.time.Duration;

/**
 * On what terms a {@link WriterLock} is taken.
 *
 * @param lease how long it holds unless it is renewed or released
 * @param clockSkew by how much the clocks of two writers can differ at most; the same for all
 * @param patience how long to wait while somebody else holds it; zero for one try
 */
public record LockTerms(Duration lease, Duration clockSkew, Duration patience) {

  /** Checks that the lease is longer than clocks differ. */
  public LockTerms {
    if (clockSkew.isNegative() || patience.isNegative() || lease.compareTo(clockSkew) <= 0) {
      throw new IllegalArgumentException(
          "a lease of " + lease + " with a clock skew of " + clockSkew);
    }
  }
}
