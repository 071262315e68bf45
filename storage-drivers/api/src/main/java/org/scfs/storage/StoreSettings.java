package org.scfs.storage;

import java.util.Map;
import java.util.Optional;

/**
 * One cloud as its user configured it.
 *
 * @param name how the user calls the cloud
 * @param options the driver's own keys, checked against {@link ObjectStoreProvider#options}
 */
public record StoreSettings(String name, Map<String, String> options) {

  /** Makes the options immutable. */
  public StoreSettings {
    options = Map.copyOf(options);
  }

  /** The value of an option, if it is set. */
  public Optional<String> option(String key) {
    return Optional.ofNullable(options.get(key));
  }

  /**
   * The value of an option that must be set.
   *
   * @throws StorageException.Misconfigured if it is not
   */
  public String required(String key) throws StorageException {
    String value = options.get(key);
    if (value == null) {
      throw new StorageException.Misconfigured(
          "cloud \"" + name + "\" needs the key \"" + key + "\" in the configuration", null);
    }
    return value;
  }
}
