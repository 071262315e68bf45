package org.scfs.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies and deletes folders with all that is in them. */
public final class Trees {

  private Trees() {}

  static void copy(Path from, Path to) throws IOException {
    for (Path path : walk(from)) {
      Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Deletes a folder, or a file; there need not be one. Nothing may be mounted in it. */
  public static void delete(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Fuse.mountsBelow(path).isEmpty()) {
      throw new IOException("something is mounted in " + path);
    }
    for (Path below : walk(path).stream().sorted(Comparator.reverseOrder()).toList()) {
      Files.delete(below);
    }
  }

  private static List<Path> walk(Path path) throws IOException {
    try (Stream<Path> paths = Files.walk(path)) {
      return paths.toList();
    }
  }
}
