package org.scfs.agent.app;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.fuse.JnrFuseTransport;
import org.scfs.ports.Environment;

/** Makes a directory ready to be mounted on. */
final class MountDirectory {

  private final Environment environment;

  MountDirectory(Environment environment) {
    this.environment = environment;
  }

  /**
   * Takes away what an agent that died left there, and makes the directory if it is absent.
   *
   * @return whether it was made
   */
  boolean prepare(Path directory) throws Failure, MountException, IOException {
    Path parent = directory.toAbsolutePath().normalize().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new Failure("there is no folder " + parent + " to mount in", null);
    }
    var _ = new JnrFuseTransport(environment).removeStaleMount(directory);
    try {
      Files.createDirectory(directory);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }
}
