package org.scfs.agent.app.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A mount of SCFS in the kernel's table, whether or not an agent still serves it.
 *
 * @param directory where it is
 * @param volume the volume that it shows
 */
public record KernelMount(Path directory, String volume) {

  private static final Path TABLE = Path.of("/proc/self/mountinfo");
  private static final String TYPE = "fuse.scfs";
  private static final String SOURCE = "scfs#";
  private static final int MOUNT_POINT = 4;

  /** The mounts that this user made, as this process sees them. */
  public static List<KernelMount> ofUser(int userId) throws IOException {
    return parse(new String(Files.readAllBytes(TABLE), StandardCharsets.ISO_8859_1), userId);
  }

  /** Reads the format of {@code /proc/self/mountinfo}, each char of the text being one byte. */
  static List<KernelMount> parse(String mountinfo, int userId) {
    List<KernelMount> mounts = new ArrayList<>();
    for (String line : mountinfo.split("\n", -1)) {
      int separator = line.indexOf(" - ");
      if (separator < 0) {
        continue;
      }
      String[] fields = line.substring(0, separator).split(" ", -1);
      String[] kind = line.substring(separator + 3).split(" ", -1);
      String source = unescape(kind[1]);
      boolean ours = kind[0].equals(TYPE) && source.startsWith(SOURCE);
      if (ours && Arrays.asList(kind[2].split(",", -1)).contains("user_id=" + userId)) {
        mounts.add(
            new KernelMount(
                Path.of(unescape(fields[MOUNT_POINT])), source.substring(SOURCE.length())));
      }
    }
    return mounts;
  }

  /** Undoes the kernel's octal escapes. */
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

  /** Whether an agent answers the kernel; to open a directory always asks it. */
  public boolean isServed() {
    try (DirectoryStream<Path> _ = Files.newDirectoryStream(directory)) {
      return true;
    } catch (AccessDeniedException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
