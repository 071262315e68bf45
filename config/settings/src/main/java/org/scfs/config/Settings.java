package org.scfs.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A whole configuration, checked: what it says can be used as it is, except that only drivers know
 * their own keys ({@link #requireKnownOptions}). Immutable; maps keep the order of the file.
 */
public final class Settings {

  private final Document document;
  private final UserSettings user;
  private final CacheSettings cache;
  private final CoordinationServiceSettings coordination;
  private final Map<String, CloudSettings> clouds;
  private final Map<String, VolumeSettings> volumes;
  private final Path stateDirectory;

  Settings(SettingsReader reader) throws SettingsException {
    document = reader.document();
    user = reader.user();
    cache = reader.cache();
    coordination = reader.coordination();
    clouds = reader.clouds();
    volumes = reader.volumes(clouds);
    stateDirectory = reader.stateDirectory();
  }

  /**
   * Reads a file. Relative paths in it start from its folder.
   *
   * @throws SettingsException if it cannot be read or has a mistake
   */
  public static Settings load(Path file) throws SettingsException {
    Path folder = file.toAbsolutePath().resolveSibling("");
    return parse(read(file), file.toString(), Surroundings.ofThisProcess(folder));
  }

  /**
   * Reads a text. Relative paths in it start from the working directory.
   *
   * @param source what messages call the text
   * @throws SettingsException if it has a mistake
   */
  public static Settings parse(String text, String source) throws SettingsException {
    return parse(text, source, Surroundings.ofThisProcess(Path.of("")));
  }

  /**
   * Reads a text.
   *
   * @param source what messages call the text
   * @throws SettingsException if it has a mistake
   */
  public static Settings parse(String text, String source, Surroundings surroundings)
      throws SettingsException {
    return new Settings(new SettingsReader(Document.parse(text, source), surroundings));
  }

  /** The section {@code [user]}. */
  public UserSettings user() {
    return user;
  }

  /** The section {@code [cache]}. */
  public CacheSettings cache() {
    return cache;
  }

  /** The section {@code [coordination]}. */
  public CoordinationServiceSettings coordination() {
    return coordination;
  }

  /** The sections {@code [clouds.NAME]}, by name. */
  public Map<String, CloudSettings> clouds() {
    return clouds;
  }

  /** The sections {@code [volumes.NAME]}, by name. */
  public Map<String, VolumeSettings> volumes() {
    return volumes;
  }

  /** The folder for the logs of mounts in the background. */
  public Path stateDirectory() {
    return stateDirectory;
  }

  /**
   * One volume.
   *
   * @throws SettingsException if there is none of that name; it names those that there are
   */
  public VolumeSettings volume(String name) throws SettingsException {
    VolumeSettings volume = volumes.get(name);
    if (volume == null) {
      throw document.mistake(
          List.of("volumes"),
          "there is no volume \"" + name + "\"" + Suggestion.hint(name, volumes.keySet()));
    }
    return volume;
  }

  /** The clouds of a volume, in the order of its list. */
  public List<CloudSettings> cloudsOf(VolumeSettings volume) {
    return volume.clouds().stream().map(clouds::get).toList();
  }

  /**
   * Checks types and keys of the clouds and of the coordination service against the implementations
   * that were found.
   *
   * @param storage the keys that each driver understands, by its type
   * @param services the keys that each coordination service understands, by its type
   * @throws SettingsException at the first type or key that nobody understands
   */
  public void requireKnownOptions(
      Map<String, Set<String>> storage, Map<String, Set<String>> services)
      throws SettingsException {
    OptionsCheck check = new OptionsCheck(document);
    check.require(
        List.of("coordination"), coordination.type(), coordination.options().keySet(), services);
    for (CloudSettings cloud : clouds.values()) {
      check.require(
          List.of("clouds", cloud.name()), cloud.type(), cloud.options().keySet(), storage);
    }
  }

  private static String read(Path file) throws SettingsException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new SettingsException(file.toString(), "there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new SettingsException(file.toString(), "you may not read this file", e);
    } catch (CharacterCodingException e) {
      throw new SettingsException(file.toString(), "this is not a text in UTF-8", e);
    } catch (IOException e) {
      throw new SettingsException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }
}
