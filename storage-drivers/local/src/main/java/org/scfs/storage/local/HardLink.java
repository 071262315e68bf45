package org.scfs.storage.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Gives a file a second name, atomically and only if that name is free. */
@FunctionalInterface
interface HardLink {

  /** Links files through the operating system. */
  HardLink OF_THE_SYSTEM =
      (link, existing) -> {
        try {
          Files.createLink(link, existing);
        } catch (UnsupportedOperationException e) {
          throw new IOException("the file system of " + link + " has no hard links", e);
        }
      };

  /**
   * Creates the link.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is something of this name
   * @throws IOException also if the file system has no hard links
   */
  void create(Path link, Path existing) throws IOException;
}
