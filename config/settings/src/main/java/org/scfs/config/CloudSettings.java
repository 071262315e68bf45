package org.scfs.config;

import java.util.Map;

/**
 * One section {@code [clouds.NAME]}: a place that keeps objects.
 *
 * @param name how the user calls the cloud
 * @param type which driver, such as {@code local} or {@code s3}
 * @param options the driver's own keys; paths among them are absolute
 */
public record CloudSettings(String name, String type, Map<String, String> options) {

  /** Makes the options immutable. */
  public CloudSettings {
    options = Options.copy(options);
  }

  /** Whether both name the same place by the same means. */
  boolean samePlaceAs(CloudSettings other) {
    return !options.isEmpty() && type.equals(other.type) && options.equals(other.options);
  }

  /** Everything but the options' values, which may be secrets. */
  @Override
  public String toString() {
    return "cloud " + name + " (" + type + ", " + options.keySet() + ")";
  }
}
