package org.scfs.ports;

/** Starts work on threads of its own, cheap enough to block. Thread-safe. */
@FunctionalInterface
public interface Tasks {

  /**
   * Starts the work on a new thread. What it throws is logged, never lost.
   *
   * @param name what the thread does, for thread dumps and logs
   * @return a handle whose {@code cancel} interrupts the thread
   */
  Cancellable start(String name, Runnable work);
}
