package org.scfs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;

/** Configurations to try. */
final class Texts {

  static final Surroundings SURROUNDINGS =
      new Surroundings(Path.of("/home/alice"), Path.of("/etc/scfs"), "alice");

  /** Seven clouds, a to g. */
  static final String CLOUDS =
      """
      [clouds]
      a = { type = "local", directory = "a" }
      b = { type = "local", directory = "b" }
      c = { type = "local", directory = "c" }
      d = { type = "local", directory = "d" }
      e = { type = "local", directory = "e" }
      f = { type = "local", directory = "f" }
      g = { type = "local", directory = "g" }
      """;

  private Texts() {}

  static Settings parse(String text) throws SettingsException {
    return Settings.parse(text, "scfs.toml", SURROUNDINGS);
  }

  /** The section of the volume v over four clouds, with some more lines. */
  static VolumeSettings volume(String lines) throws SettingsException {
    return parse(volumeText(lines)).volume("v");
  }

  static String volumeText(String lines) {
    return CLOUDS + "[volumes.v]\nclouds = [\"a\", \"b\", \"c\", \"d\"]\n" + lines;
  }

  /** The mistake that reading the text ends with. */
  static SettingsException mistake(String text) {
    SettingsException mistake =
        catchThrowableOfType(SettingsException.class, () -> Texts.parse(text));
    assertThat(mistake).as("reading <%s>", text).isNotNull();
    return mistake;
  }
}
