package org.scfs.agent.metadata;

import java.nio.charset.StandardCharsets;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;

/** The rules for names of directory entries. */
public final class Names {

  /** The longest name in bytes of UTF-8, as on Linux. */
  public static final int MAX_BYTES = 255;

  private Names() {}

  /** Requires that a new entry may be called this. */
  static void check(String name) throws VfsException {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw new VfsException(Errno.EINVAL, "not a name: \"" + name + "\"");
    }
    if (name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
      throw new VfsException(Errno.EINVAL, "a name has no slash and no NUL");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new VfsException(Errno.EILSEQ, "a name must be valid UTF-8");
    }
    if (bytes(name) > MAX_BYTES) {
      throw new VfsException(Errno.ENAMETOOLONG, "a name has at most 255 bytes");
    }
  }

  /** The length of a name in bytes of UTF-8. */
  public static int bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }

  /** As much of the beginning of a name as fits, whole characters only. */
  public static String shorten(String name, int maxBytes) {
    int end = name.length();
    while (end > 0 && bytes(name.substring(0, end)) > maxBytes) {
      end = name.offsetByCodePoints(end, -1);
    }
    return name.substring(0, end);
  }
}
