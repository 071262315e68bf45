package org.scfs.agent.fuse;

import java.nio.file.Path;
import jnr.constants.platform.Errno;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;

/** Finds out whether anybody serves a mount. */
final class Connection {

  private Connection() {}

  /** What is used of the C library. Java's own file calls hide the errno. */
  public interface CLibrary {

    /** See opendir(3). */
    @Nullable Pointer opendir(String path);

    /** See closedir(3). */
    int closedir(Pointer directory);
  }

  /**
   * Whether the process that served the mount is gone. Opening a directory always asks the server,
   * while a stat could come from the kernel's cache.
   */
  static boolean isDead(Path mountPoint) {
    CLibrary library = LibraryLoader.create(CLibrary.class).load("c");
    @Nullable Pointer directory = library.opendir(mountPoint.toString());
    if (directory != null) {
      library.closedir(directory);
      return false;
    }
    return Runtime.getRuntime(library).getLastError() == Errno.ENOTCONN.intValue();
  }
}
