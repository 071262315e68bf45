package org.scfs.bench;

import org.scfs.depsky.codec.CodeParameters;

/** Parameters of codes by their names in results: "k of n". */
final class Codes {

  private Codes() {}

  static CodeParameters named(String name) {
    return switch (name) {
      case "2of4" -> new CodeParameters(4, 1, 2, 2);
      case "3of7" -> new CodeParameters(7, 2, 3, 3);
      case "5of13" -> new CodeParameters(13, 4, 5, 5);
      default -> throw new IllegalArgumentException("no code is called " + name);
    };
  }
}
