package org.scfs.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps that keep the order of the file. */
final class Options {

  private Options() {}

  /** An immutable copy in the same order. */
  static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** Whether an option of this name holds a path, which is resolved before a driver sees it. */
  static boolean isPath(String key) {
    return key.matches("(.*-)?(directory|file)");
  }
}
