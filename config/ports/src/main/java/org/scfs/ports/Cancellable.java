package org.scfs.ports;

/** Something under way that can be called off. Thread-safe and idempotent. */
@FunctionalInterface
public interface Cancellable {

  /** Calls it off if it is not finished; a running {@linkplain Tasks task} is interrupted. */
  void cancel();
}
