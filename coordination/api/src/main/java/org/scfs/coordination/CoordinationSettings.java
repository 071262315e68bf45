package org.scfs.coordination;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A coordination service as its user configured it.
 *
 * @param root the node below which everything is kept; created if absent
 * @param agent a name for this agent that is the same after a restart and that no other agent has;
 *     letters, digits and {@code -}
 * @param callTimeout how long one call may take before it fails
 * @param options the implementation's own keys, checked against {@link
 *     CoordinationProvider#options}
 */
public record CoordinationSettings(
    NodePath root, String agent, Duration callTimeout, Map<String, String> options) {

  /** Makes the options immutable. */
  public CoordinationSettings {
    options = Map.copyOf(options);
    if (!agent.matches("[A-Za-z0-9-]+")) {
      throw new IllegalArgumentException("not an agent's name: " + agent);
    }
  }

  /** The value of an option, if it is set. */
  public Optional<String> option(String key) {
    return Optional.ofNullable(options.get(key));
  }
}
