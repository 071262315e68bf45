package org.scfs.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.tomlj.Toml;

/**
 * A first configuration with comments, for somebody who has none: one volume over clouds that are
 * folders of this machine, with everything below one folder.
 *
 * @param base the folder; if relative, it starts from the folder of the file that is written
 * @param clouds the names of the clouds
 * @param volume the name of the volume
 */
public record SettingsTemplate(Path base, List<String> clouds, String volume) {

  /** Makes the list immutable. */
  public SettingsTemplate {
    clouds = List.copyOf(clouds);
  }

  /** The text of the file, which {@link Settings} accepts if the names are good. */
  public String render() {
    return """
    # The configuration of SCFS. Sizes are written "20 GiB", durations "500ms" or "10s".

    # Logs of mounts in the background.
    state-directory = %s

    [user]
    # Your name; if you leave it out, it is the one you log in with.
    # name = "alice"
    # Your key: it signs what you write.
    identity = %s

    [cache]
    directory = %s
    limit = "20 GiB"

    [coordination]
    # A ZooKeeper server that lives inside the agent, for one machine.
    type = "embedded"
    directory = %s

    # The clouds. These are folders, to try things out: replace them by real ones.
    %s
    [volumes.%s]
    # Where a cloud stands in this list is fixed once the volume is created.
    clouds = [%s]
    """
        .formatted(
            path("state"),
            path("identity"),
            path("cache"),
            path("coordination"),
            clouds.stream().map(this::cloud).collect(Collectors.joining("\n")),
            key(volume),
            clouds.stream().map(SettingsTemplate::quoted).collect(Collectors.joining(", ")));
  }

  private String cloud(String name) {
    return """
    [clouds.%s]
    type = "local"
    directory = %s
    """
        .formatted(key(name), path("clouds/" + name));
  }

  private String path(String relative) {
    String path = base.resolve(relative).toString();
    return quoted(path.startsWith("~") ? "./" + path : path);
  }

  private static String key(String name) {
    return name.matches("[A-Za-z0-9_-]+") ? name : quoted(name);
  }

  private static String quoted(String text) {
    return "\"" + Toml.tomlEscape(text) + "\"";
  }
}
