package org.scfs.config;

import java.time.Duration;
import java.util.Map;

/**
 * The section {@code [coordination]}: where metadata and locks live.
 *
 * @param type which implementation, such as {@code embedded} or {@code zookeeper}
 * @param callTimeout how long one call may take before it fails
 * @param options the implementation's own keys; paths among them are absolute
 */
public record CoordinationServiceSettings(
    String type, Duration callTimeout, Map<String, String> options) {

  /** Makes the options immutable. */
  public CoordinationServiceSettings {
    options = Options.copy(options);
  }

  /** Everything but the options' values, which may be secrets. */
  @Override
  public String toString() {
    return "coordination (" + type + ", " + callTimeout + ", " + options.keySet() + ")";
  }
}
