package org.scfs.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compares a section that belongs to a driver with what the driver understands. */
final class OptionsCheck {

  private final Document document;

  OptionsCheck(Document document) {
    this.document = document;
  }

  /** Refuses a type that is not installed and keys that the type does not have. */
  void require(List<String> section, String type, Set<String> keys, Map<String, Set<String>> known)
      throws SettingsException {
    Set<String> understood = known.get(type);
    if (understood == null) {
      throw document.mistake(
          with(section, "type"),
          "unknown type "
              + Secrecy.shown(type)
              + " of ["
              + String.join(".", section)
              + "]"
              + Suggestion.hint(type, known.keySet()));
    }
    Set<String> all = new TreeSet<>(understood);
    all.addAll(section.getFirst().equals("clouds") ? Schema.CLOUD : Schema.COORDINATION);
    for (String key : keys) {
      if (!understood.contains(key)) {
        throw document.mistake(
            with(section, key),
            "unknown key \"%s\" in [%s] of type \"%s\"%s"
                .formatted(key, String.join(".", section), type, Suggestion.hint(key, all)));
      }
    }
  }

  private static List<String> with(List<String> section, String key) {
    return Stream.concat(section.stream(), Stream.of(key)).toList();
  }
}
