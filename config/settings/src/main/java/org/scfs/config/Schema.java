package org.scfs.config;

import java.util.List;

/** The keys that may occur in each section. */
final class Schema {

  static final String STATE_DIRECTORY = "state-directory";

  static final List<String> TOP =
      List.of(STATE_DIRECTORY, "user", "cache", "coordination", "clouds", "volumes");
  static final List<String> USER = List.of("name", "identity");
  static final List<String> CACHE = List.of("directory", "limit");

  /** Those of every implementation; each has its own besides. */
  static final List<String> COORDINATION = List.of("type", "call-timeout");

  /** Those of every driver; each has its own besides. */
  static final List<String> CLOUD = List.of("type");

  static final List<String> VOLUME =
      List.of(
          "clouds",
          "faulty",
          "data-blocks",
          "key-shares",
          "segment-size",
          "metadata-ttl",
          "lock-wait",
          "cloud-timeout");

  private Schema() {}
}
