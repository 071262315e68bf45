package org.scfs.config;

import java.nio.file.Path;

/**
 * What a configuration takes from where it is read.
 *
 * @param home what {@code ~} stands for
 * @param folder what relative paths start from: the folder of the configuration file
 * @param userName the default of {@code user.name}
 */
public record Surroundings(Path home, Path folder, String userName) {

  /** Makes both paths absolute. */
  public Surroundings {
    home = home.toAbsolutePath();
    folder = folder.toAbsolutePath();
  }

  /** The surroundings of this process: its user's home and name, and the folder given. */
  public static Surroundings ofThisProcess(Path folder) {
    return new Surroundings(
        Path.of(System.getProperty("user.home", "")), folder, System.getProperty("user.name", ""));
  }
}
