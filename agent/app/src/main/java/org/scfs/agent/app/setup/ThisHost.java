package org.scfs.agent.app.setup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who and where this process is. */
public final class ThisHost {

  private static final Path SELF = Path.of("/proc/self");
  private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

  private ThisHost() {}

  /** The effective user id. */
  public static int userId() {
    return id("unix:uid");
  }

  /** The effective group id. */
  public static int groupId() {
    return id("unix:gid");
  }

  /** The user id that owns a file, links not followed. */
  public static int ownerOf(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:uid", java.nio.file.LinkOption.NOFOLLOW_LINKS);
  }

  /** The machine's name as the kernel knows it: no name service is asked, which may be slow. */
  public static String name() {
    try {
      return Files.readString(NAME).strip();
    } catch (IOException e) {
      return "localhost";
    }
  }

  private static int id(String attribute) {
    try {
      return (Integer) Files.getAttribute(SELF, attribute);
    } catch (IOException e) {
      throw new UncheckedIOException("/proc is not mounted", e);
    }
  }
}
