package org.scfs.agent.fuse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kernel's table of mounts, as this process sees it. Thread-safe. */
final class MountTable {

  /** The type under which the kernel lists our mounts. */
  static final String OUR_TYPE = "fuse.scfs";

  private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");

  /** Index of the mount point among a line's fields; see proc(5). */
  private static final int MOUNT_POINT = 4;

  /**
   * One mount.
   *
   * @param directory where it is
   * @param type its file system, such as {@code fuse.scfs}
   */
  record Mount(String directory, String type) {

    boolean isOurs() {
      return type.equals(OUR_TYPE);
    }
  }

  /** The topmost mount on the directory, whose path must be free of symbolic links. */
  Optional<Mount> on(Path directory) throws IOException {
    String wanted = directory.toString();
    return parse(Files.readAllBytes(MOUNTINFO)).stream()
        .filter(mount -> mount.directory.equals(wanted))
        .reduce((lower, upper) -> upper);
  }

  /** Reads the format of {@code /proc/self/mountinfo}. */
  static List<Mount> parse(byte[] mountinfo) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : new String(mountinfo, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      int separator = line.indexOf(" - ");
      if (separator > 0) {
        String[] fields = line.substring(0, separator).split(" ", -1);
        String[] fileSystem = line.substring(separator + 3).split(" ", -1);
        mounts.add(new Mount(unescape(fields[MOUNT_POINT]), unescape(fileSystem[0])));
      }
    }
    return mounts;
  }

  /** Undoes the kernel's octal escapes; each char of the text is one byte of the name. */
  private static String unescape(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\' && i + 3 < text.length()) {
        bytes.write(Integer.parseInt(text, i + 1, i + 4, 8));
        i += 3;
      } else {
        bytes.write(text.charAt(i));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
