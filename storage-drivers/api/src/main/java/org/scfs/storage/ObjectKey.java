package org.scfs.storage;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of an object: 1 to 900 bytes of UTF-8, parts separated by {@code /}. No part is empty,
 * {@code .} or {@code ..}, and there are no control characters, so that a key is safe as a relative
 * path.
 *
 * @param value the key as text
 */
public record ObjectKey(String value) implements Comparable<ObjectKey> {

  private static final int MAX_BYTES = 900;

  /** Checks the form. */
  public ObjectKey {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("a key has 1 to 900 bytes, not " + bytes);
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException("a key is well-formed text");
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("a key has no control characters");
    }
    for (String part : value.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new IllegalArgumentException("a key has no empty or dot parts: " + value);
      }
    }
  }

  /** The byte order of UTF-8, in which stores list. */
  @Override
  public int compareTo(ObjectKey other) {
    return Arrays.compareUnsigned(
        value.getBytes(StandardCharsets.UTF_8), other.value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return value;
  }
}
