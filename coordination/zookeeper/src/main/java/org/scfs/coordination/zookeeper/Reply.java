package org.scfs.coordination.zookeeper;

import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request, or the reason why there is none. {@link Code#OPERATIONTIMEOUT} says
 * that we stopped waiting for it.
 *
 * @param value what was asked for; for a failed transaction the results up to the failure
 */
record Reply<T>(Code code, @Nullable T value) {

  boolean ok() {
    return code == Code.OK;
  }

  /** The request or its answer was lost with the connection. */
  boolean lost() {
    return code == Code.CONNECTIONLOSS || code == Code.SESSIONEXPIRED;
  }

  /** The value of a reply that is {@link #ok}. */
  T get() {
    if (value == null) {
      throw new IllegalStateException("a reply without its value: " + code);
    }
    return value;
  }
}
