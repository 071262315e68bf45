package org.scfs.coordination;

import java.util.Set;

/** An implementation, found through {@link java.util.ServiceLoader}. Thread-safe; has no state. */
public interface CoordinationProvider {

  /** The value of {@code type} in the configuration, such as {@code zookeeper}. */
  String type();

  /** The configuration keys that this implementation understands, besides {@code type}. */
  Set<String> options();

  /**
   * Connects.
   *
   * @throws CoordinationException.Unavailable if the service does not answer within the time limit
   * @throws CoordinationException.Misconfigured if the settings are wrong
   */
  CoordinationService connect(CoordinationSettings settings) throws CoordinationException;
}
