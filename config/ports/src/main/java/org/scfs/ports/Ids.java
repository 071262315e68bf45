package org.scfs.ports;

/** A source of 128-bit identifiers, none of which is ever issued twice. Thread-safe. */
@FunctionalInterface
public interface Ids {

  /** Returns an identifier that nobody has seen before. */
  Id128 next();
}
