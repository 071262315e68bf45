package org.scfs.ports;

/** A source of random bytes that is good enough for cryptographic keys. Thread-safe. */
@FunctionalInterface
public interface Randomness {

  /** Fills the array with random bytes. */
  void fill(byte[] bytes);

  /** Returns a new array of random bytes. */
  default byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    fill(bytes);
    return bytes;
  }
}
