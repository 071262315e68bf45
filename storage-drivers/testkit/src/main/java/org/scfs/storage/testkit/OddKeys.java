package org.scfs.storage.testkit;

import java.util.List;

/** Keys that a careless driver mixes up, refuses, or takes for something else. */
final class OddKeys {

  static final List<String> ALL =
      List.of(
          "with space",
          " leading and trailing ",
          "UPPER",
          "upper",
          "percent%",
          "percent%25",
          "%2F",
          "%2e%2e",
          "plus+plus",
          "question?x=1&y=2",
          "hash#fragment",
          "single'quote",
          "double\"quote",
          "back\\slash",
          "colon:semicolon;comma,",
          "<angle>|pipe*star",
          "~tilde",
          "$dollar`backtick`",
          "[brackets]{braces}(parentheses)",
          ".hidden",
          "...",
          "ends.",
          "-dash",
          "name.obj",
          "name.obj/below",
          "name.more/below",
          ".incoming/below",
          "con",
          "e\u0301 decomposed",
          "\u00e9 composed",
          "\u65e5\u672c\u8a9e/\u0444\u0430\u0439\u043b",
          "\ud83d\ude00",
          "x".repeat(300),
          "x".repeat(300) + "/" + "y".repeat(255),
          "x".repeat(80),
          "x".repeat(81),
          "z".repeat(900),
          "\u20ac".repeat(300));

  private OddKeys() {}
}
