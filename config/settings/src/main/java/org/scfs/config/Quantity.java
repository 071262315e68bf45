package org.scfs.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes such as {@code 8 MiB} and durations such as {@code 500ms}. */
final class Quantity {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,18})\\s*([A-Za-z]*)");

  private static final Map<String, Long> BYTES =
      Map.of(
          "B", 1L,
          "KiB", 1L << 10,
          "MiB", 1L << 20,
          "GiB", 1L << 30,
          "TiB", 1L << 40,
          "KB", 1_000L,
          "MB", 1_000_000L,
          "GB", 1_000_000_000L,
          "TB", 1_000_000_000_000L);

  private static final Map<String, Long> MILLISECONDS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  private Quantity() {}

  /** The size in bytes; empty if the text is not one. */
  static OptionalLong bytes(String text) {
    return parse(text, BYTES);
  }

  /** The duration in milliseconds; empty if the text is not one. Zero needs no unit. */
  static OptionalLong milliseconds(String text) {
    return text.strip().equals("0") ? OptionalLong.of(0) : parse(text, MILLISECONDS);
  }

  /** The size with the largest unit that divides it. */
  static String formatBytes(long bytes) {
    for (String unit : new String[] {"TiB", "GiB", "MiB", "KiB"}) {
      long factor = BYTES.getOrDefault(unit, 1L);
      if (bytes != 0 && bytes % factor == 0) {
        return bytes / factor + " " + unit;
      }
    }
    return bytes + " B";
  }

  /** The duration with the largest unit that divides it. */
  static String format(Duration duration) {
    long milliseconds = duration.toMillis();
    for (String unit : new String[] {"h", "m", "s"}) {
      long factor = MILLISECONDS.getOrDefault(unit, 1L);
      if (milliseconds != 0 && milliseconds % factor == 0) {
        return milliseconds / factor + unit;
      }
    }
    return milliseconds + "ms";
  }

  private static OptionalLong parse(String text, Map<String, Long> units) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    long factor =
        units.entrySet().stream()
            .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).equals(unit))
            .mapToLong(Map.Entry::getValue)
            .findFirst()
            .orElse(0);
    long number = Long.parseLong(matcher.group(1));
    boolean legal = factor > 0 && number <= Long.MAX_VALUE / factor;
    return legal ? OptionalLong.of(number * factor) : OptionalLong.empty();
  }
}
