package org.scfs.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlTable;

/** A table of the file, read key by key with its type checked. */
final class Section {

  private final Document document;
  private final List<String> path;
  private final @Nullable TomlTable table;

  /**
   * @param table the table's contents; null if the file has no such table
   */
  Section(Document document, List<String> path, @Nullable TomlTable table) {
    this.document = document;
    this.path = path;
    this.table = table;
  }

  /** The last part of the table's name. */
  String name() {
    return path.getLast();
  }

  Set<String> keys() {
    return table == null ? Set.of() : table.keySet();
  }

  /** Refuses every key that is not known. */
  Section allow(Collection<String> known) throws SettingsException {
    for (String key : keys()) {
      if (!known.contains(key)) {
        boolean isTable = value(key) instanceof TomlTable;
        String what = isTable ? "unknown table [" + nameOf(key) + "]" : unknownKey(key);
        throw mistake(key, what + Suggestion.hint(key, known));
      }
    }
    return this;
  }

  /** The sub-table of that name, empty if absent. */
  Section table(String key) throws SettingsException {
    Object value = value(key);
    if (value != null && !(value instanceof TomlTable)) {
      throw mistake(key, "[%s] must be a table, not %s".formatted(nameOf(key), kind(value)));
    }
    List<String> inner = new ArrayList<>(path);
    inner.add(key);
    return new Section(document, List.copyOf(inner), (TomlTable) value);
  }

  Optional<String> string(String key) throws SettingsException {
    Object value = value(key);
    if (value == null || value instanceof String) {
      return Optional.ofNullable((String) value);
    }
    throw wrongType(key, "a string", value);
  }

  String requiredString(String key) throws SettingsException {
    Optional<String> value = string(key);
    if (value.isEmpty()) {
      throw document.mistake(
          path, "[%s] needs the key \"%s\"".formatted(String.join(".", path), key));
    }
    return value.get();
  }

  long integer(String key, long absent) throws SettingsException {
    return switch (value(key)) {
      case null -> absent;
      case Long number -> number;
      case Object other -> throw wrongType(key, "an integer", other);
    };
  }

  /** A size in bytes from least to most. */
  long bytes(String key, Range<Long> range) throws SettingsException {
    Optional<String> text = string(key);
    if (text.isEmpty()) {
      return range.absent();
    }
    OptionalLong bytes = Quantity.bytes(text.get());
    if (bytes.isEmpty()) {
      throw mistake(
          key,
          "%s must be a whole number and a unit such as \"8 MiB\", not %s"
              .formatted(key, Secrecy.shown(text.get())));
    }
    if (!range.contains(bytes.getAsLong())) {
      throw mistake(
          key,
          "%s must be from %s to %s"
              .formatted(
                  key, Quantity.formatBytes(range.least()), Quantity.formatBytes(range.most())));
    }
    return bytes.getAsLong();
  }

  /** A duration from least to most; the integer 0 stands for none. */
  Duration duration(String key, Range<Duration> range) throws SettingsException {
    Object value = value(key);
    Optional<String> text = Long.valueOf(0).equals(value) ? Optional.of("0") : string(key);
    if (text.isEmpty()) {
      return range.absent();
    }
    OptionalLong milliseconds = Quantity.milliseconds(text.get());
    if (milliseconds.isEmpty()) {
      throw mistake(
          key,
          "%s must be a whole number and a unit such as \"500ms\", \"10s\" or \"5m\", not %s"
              .formatted(key, Secrecy.shown(text.get())));
    }
    Duration duration = Duration.ofMillis(milliseconds.getAsLong());
    if (!range.contains(duration)) {
      throw mistake(
          key,
          "%s must be from %s to %s"
              .formatted(key, Quantity.format(range.least()), Quantity.format(range.most())));
    }
    return duration;
  }

  /** An absolute path; {@code ~} and relative paths are resolved. */
  Path path(String key, String absent, Surroundings surroundings) throws SettingsException {
    return resolve(key, string(key).orElse(absent), surroundings);
  }

  /** An array of strings, empty if absent. */
  List<String> strings(String key) throws SettingsException {
    return switch (value(key)) {
      case null -> List.of();
      case TomlArray array -> strings(key, array);
      case Object other -> throw wrongType(key, "an array of strings", other);
    };
  }

  /** All keys but those given as strings, with the paths among them resolved. */
  Map<String, String> otherOptions(Collection<String> without, Surroundings surroundings)
      throws SettingsException {
    Map<String, String> options = new LinkedHashMap<>();
    for (String key : keys()) {
      if (!without.contains(key)) {
        String text = scalar(key);
        boolean isPath = Options.isPath(key);
        options.put(key, isPath ? resolve(key, text, surroundings).toString() : text);
      }
    }
    return options;
  }

  SettingsException mistake(String key, String problem) {
    List<String> full = new ArrayList<>(path);
    full.add(key);
    return document.mistake(full, problem);
  }

  /** A mistake at an element of the array of that key. */
  SettingsException mistake(String key, int index, String problem) {
    return value(key) instanceof TomlArray array
        ? document.mistake(array, index, problem)
        : mistake(key, problem);
  }

  private @Nullable Object value(String key) {
    return table == null ? null : table.get(List.of(key));
  }

  private List<String> strings(String key, TomlArray array) throws SettingsException {
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof String string)) {
        String problem = "%s must hold strings only, not %s".formatted(key, kind(array.get(i)));
        throw document.mistake(array, i, problem);
      }
      strings.add(string);
    }
    return strings;
  }

  private String scalar(String key) throws SettingsException {
    Object value = value(key);
    if (value instanceof String || value instanceof Long || value instanceof Boolean) {
      return value.toString();
    }
    throw wrongType(key, "a string, an integer or a boolean", value);
  }

  private Path resolve(String key, String text, Surroundings surroundings)
      throws SettingsException {
    if (text.isBlank() || (text.startsWith("~") && !text.matches("(?s)~(/.*)?"))) {
      throw mistake(
          key, key + " must be a path; ~ stands for your home, and other users' are not known");
    }
    try {
      return text.startsWith("~")
          ? surroundings.home().resolve(text.substring(1).replaceFirst("^/+", ""))
          : surroundings.folder().resolve(text);
    } catch (InvalidPathException e) {
      throw mistake(key, key + " must be a path: " + e.getReason());
    }
  }

  private SettingsException wrongType(String key, String wanted, @Nullable Object value) {
    return mistake(key, "%s must be %s, not %s".formatted(key, wanted, kind(value)));
  }

  private String unknownKey(String key) {
    String where = path.isEmpty() ? "" : " in [" + String.join(".", path) + "]";
    return "unknown key \"" + key + "\"" + where;
  }

  private String nameOf(String key) {
    return path.isEmpty() ? key : String.join(".", path) + "." + key;
  }

  private static String kind(@Nullable Object value) {
    return switch (value) {
      case null -> "nothing";
      case String _ -> "a string";
      case Long _ -> "an integer";
      case Double _ -> "a number with a fraction";
      case Boolean _ -> "a boolean";
      case TomlArray _ -> "an array";
      case TomlTable _ -> "a table";
      default -> "a date or time";
    };
  }

  /**
   * What a value may be.
   *
   * @param absent the default
   */
  record Range<T extends Comparable<T>>(T absent, T least, T most) {
    boolean contains(T value) {
      return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    }
  }
}
