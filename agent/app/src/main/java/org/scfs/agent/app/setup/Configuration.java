package org.scfs.agent.app.setup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.scfs.config.CloudSettings;
import org.scfs.config.CoordinationServiceSettings;
import org.scfs.config.Settings;
import org.scfs.config.SettingsException;
import org.scfs.config.VolumeSettings;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.CoordinationSettings;
import org.scfs.coordination.NodePath;
import org.scfs.depsky.Cloud;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;
import org.scfs.storage.StoreSettings;

/**
 * A configuration file whose every key somebody understands, and the way to what it names.
 *
 * @param file where it is
 * @param settings what it says
 * @param drivers those that were found
 */
public record Configuration(Path file, Settings settings, Drivers drivers) {

  private static final NodePath ROOT = new NodePath("/scfs");

  /**
   * Reads and checks a file.
   *
   * @throws Failure if there is none; it says how to get one
   */
  public static Configuration load(Path file) throws SettingsException, Failure {
    if (Files.notExists(file)) {
      throw new Failure(
          "there is no configuration file "
              + file
              + "\nto get one: scfs init; to use another one: --config FILE; to try things out:"
              + " scfs demo",
          null);
    }
    Settings settings = Settings.load(file);
    Drivers drivers = Drivers.find();
    settings.requireKnownOptions(drivers.storageOptions(), drivers.coordinationOptions());
    return new Configuration(file.toAbsolutePath().normalize(), settings, drivers);
  }

  /**
   * Connects to the coordination service.
   *
   * @param agent the name that this agent goes by
   */
  public CoordinationService connect(String agent) throws CoordinationException {
    CoordinationServiceSettings service = settings.coordination();
    return drivers
        .coordination(service.type())
        .connect(new CoordinationSettings(ROOT, agent, service.callTimeout(), service.options()));
  }

  /** Opens the clouds of a volume, in its order; all of them or none. */
  public List<Cloud> openClouds(VolumeSettings volume) throws StorageException {
    List<Cloud> clouds = new ArrayList<>();
    boolean opened = false;
    try {
      for (CloudSettings cloud : settings.cloudsOf(volume)) {
        ObjectStore store = drivers.storage(cloud.type()).open(storeSettings(cloud));
        clouds.add(new Cloud(cloud.name(), store));
      }
      opened = true;
      return clouds;
    } finally {
      if (!opened) {
        clouds.forEach(cloud -> cloud.store().close());
      }
    }
  }

  /** Makes what a new volume needs in its clouds. */
  void prepareClouds(VolumeSettings volume) throws StorageException {
    for (CloudSettings cloud : settings.cloudsOf(volume)) {
      drivers.storage(cloud.type()).prepare(storeSettings(cloud));
    }
  }

  private static StoreSettings storeSettings(CloudSettings cloud) {
    return new StoreSettings(cloud.name(), cloud.options());
  }

  /** The folder of a volume's cache, and of what this agent remembers besides. */
  public Path cacheFolder(VolumeSettings volume) {
    return settings.cache().directory().resolve(volume.name());
  }

  /** The folder by which commands other than mounts are told apart; no volume has such a name. */
  public Path toolFolder() {
    return settings.cache().directory().resolve(".init");
  }

  /** Where the log of a background mount goes. */
  public Path logFile(VolumeSettings volume) {
    return settings.stateDirectory().resolve("mounts").resolve(volume.name() + ".log");
  }
}
