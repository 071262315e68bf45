package org.scfs.agent.app.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The one true name of a mount point. */
public final class MountPoints {

  private static final int MOST_LINKS = 40;

  private MountPoints() {}

  /**
   * The path without symbolic links. The last part need not exist, or may be a mount whose agent
   * died, which nobody can look into.
   *
   * @throws IOException if the folder above does not exist
   */
  public static Path canonical(Path directory) throws IOException {
    Path path = directory.toAbsolutePath().normalize();
    for (int i = 0; i < MOST_LINKS; i++) {
      @Nullable Path parent = path.getParent();
      @Nullable Path name = path.getFileName();
      if (parent == null || name == null) {
        return path;
      }
      path = parent.toRealPath().resolve(name);
      if (!Files.isSymbolicLink(path)) {
        return path;
      }
      path = path.resolveSibling(Files.readSymbolicLink(path)).normalize();
    }
    throw new IOException("too many symbolic links: " + directory);
  }
}
