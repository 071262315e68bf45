package org.scfs.config;

import java.util.regex.Pattern;

/** Keeps secrets that landed in the wrong place out of messages. */
final class Secrecy {

  /** Access keys, tokens and passwords: long, without a space, letters mixed with digits. */
  private static final Pattern SECRET =
      Pattern.compile("(?=.*[A-Za-z])(?=.*[0-9])[^\\s]{16,}", Pattern.DOTALL);

  private static final int LONGEST_SHOWN = 40;

  /** A piece of the file that the TOML parser quotes. */
  private static final Pattern QUOTED = Pattern.compile("Unexpected '(?:[^']{2,}|'')'.*?(?=,|$)");

  private Secrecy() {}

  /** The value in quotes, unless it may be a secret. */
  static String shown(String value) {
    boolean hidden = value.length() > LONGEST_SHOWN || SECRET.matcher(value).matches();
    return hidden ? "(a value that is not shown)" : "\"" + value + "\"";
  }

  /** A message of the TOML parser without what it quotes of the file. */
  static String withoutQuotations(String message) {
    return QUOTED.matcher(message).replaceFirst("Unexpected text");
  }
}
