package org.scfs.agent.frontend;

import java.nio.file.Path;
import org.scfs.agent.vfs.Vfs;

/** A way to show a file system to the kernel. Stateless and thread-safe. */
public interface MountTransport {

  /**
   * Begins to mount and returns at once; {@link MountHandle#awaitMounted} tells the outcome. A
   * stale mount that a crashed agent left on the directory is removed first.
   *
   * @throws MountException if the request cannot work, such as a directory that does not exist
   */
  MountHandle mount(Vfs vfs, MountOptions options) throws MountException;

  /**
   * Takes away whatever SCFS mount is on the directory, though its agent is gone.
   *
   * @return whether there was one
   */
  boolean removeStaleMount(Path directory) throws MountException;
}
