package org.scfs.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Turns a document into the records of the configuration. */
final class SettingsReader {

  /** Names become parts of file names and of paths in the coordination service. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,63}");

  private static final Pattern USER_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._@-]{0,63}");

  private static final String EMBEDDED = "embedded";
  private static final String COORDINATION_DIRECTORY = "~/.local/share/scfs/coordination";

  private final Document document;
  private final Surroundings surroundings;
  private final Section root;

  SettingsReader(Document document, Surroundings surroundings) throws SettingsException {
    this.document = document;
    this.surroundings = surroundings;
    this.root = document.root().allow(Schema.TOP);
  }

  Document document() {
    return document;
  }

  Path stateDirectory() throws SettingsException {
    return root.path(Schema.STATE_DIRECTORY, "~/.local/state/scfs", surroundings);
  }

  UserSettings user() throws SettingsException {
    Section section = root.table("user").allow(Schema.USER);
    String name = section.string("name").orElse(surroundings.userName());
    if (!USER_NAME.matcher(name).matches()) {
      throw section.mistake(
          "name",
          "the user's name %s must have 1 to 64 letters, digits, or . _ - @ after the first; set name in [user]"
              .formatted(Secrecy.shown(name)));
    }
    return new UserSettings(
        name, section.path("identity", "~/.config/scfs/identity", surroundings));
  }

  CacheSettings cache() throws SettingsException {
    Section section = root.table("cache").allow(Schema.CACHE);
    Section.Range<Long> limit =
        new Section.Range<>(20L << 30, CacheSettings.LEAST_LIMIT_BYTES, 1L << 60);
    return new CacheSettings(
        section.path("directory", "~/.cache/scfs", surroundings), section.bytes("limit", limit));
  }

  CoordinationServiceSettings coordination() throws SettingsException {
    Section section = root.table("coordination");
    String type = section.string("type").orElse(EMBEDDED);
    Map<String, String> options = section.otherOptions(Schema.COORDINATION, surroundings);
    if (type.equals(EMBEDDED) && !options.containsKey("directory")) {
      Path directory = section.path("directory", COORDINATION_DIRECTORY, surroundings);
      options.put("directory", directory.toString());
    }
    return new CoordinationServiceSettings(
        type, section.duration("call-timeout", timeout(Duration.ofSeconds(10))), options);
  }

  Map<String, CloudSettings> clouds() throws SettingsException {
    Section section = root.table("clouds");
    Map<String, CloudSettings> clouds = new LinkedHashMap<>();
    for (String name : section.keys()) {
      requireName(section, "cloud", name);
      Section cloud = section.table(name);
      clouds.put(
          name,
          new CloudSettings(
              name, cloud.requiredString("type"), cloud.otherOptions(Schema.CLOUD, surroundings)));
    }
    return Options.copy(clouds);
  }

  Map<String, VolumeSettings> volumes(Map<String, CloudSettings> clouds) throws SettingsException {
    Section section = root.table("volumes");
    Map<String, VolumeSettings> volumes = new LinkedHashMap<>();
    for (String name : section.keys()) {
      requireName(section, "volume", name);
      volumes.put(name, new VolumeReader(section.table(name), clouds).read());
    }
    return Options.copy(volumes);
  }

  /** A time limit that cannot be switched off. */
  static Section.Range<Duration> timeout(Duration absent) {
    return new Section.Range<>(absent, Duration.ofMillis(1), Duration.ofHours(24));
  }

  private static void requireName(Section section, String what, String name)
      throws SettingsException {
    if (!NAME.matcher(name).matches()) {
      throw section.mistake(
          name,
          "the name of a %s must have 1 to 64 letters, digits, or . _ - after the first"
              .formatted(what));
    }
  }
}
