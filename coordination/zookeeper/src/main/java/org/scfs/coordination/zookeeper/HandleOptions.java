package org.scfs.coordination.zookeeper;

import java.time.Duration;
import java.util.Optional;

/**
 * How sessions are made.
 *
 * @param sessionTimeout after how long without a sign of life the service ends a session
 * @param secret who knows it may read and change our nodes; without it, everybody may
 */
record HandleOptions(Duration sessionTimeout, Optional<String> secret) {

  /** Keeps the secret out of logs. */
  @Override
  public String toString() {
    return "session time-out " + sessionTimeout + (secret.isPresent() ? ", with a secret" : "");
  }
}
