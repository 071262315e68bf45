package org.scfs.agent.fuse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.scfs.agent.frontend.MountOptions;

/** The command line that libfuse takes. */
final class FuseArguments {

  private static final int LARGEST_WRITE_BYTES = 131072;

  private FuseArguments() {}

  /**
   * The arguments for a mount.
   *
   * <p>The kernel drops a file's pages at every open, which is libfuse's default: {@code
   * auto_cache} compares size and time only, and would miss a change. There is no write-back cache,
   * since a write that the agent has not seen could not be refused.
   *
   * @param directory where to, free of symbolic links
   */
  static String[] of(MountOptions options, Path directory) {
    return new String[] {
      "scfs", "-f", "-o", String.join(",", mountOptions(options)), directory.toString()
    };
  }

  private static List<String> mountOptions(MountOptions options) {
    String cacheSeconds = seconds(options.kernelCacheTime());
    List<String> list =
        new ArrayList<>(
            List.of(
                "fsname=scfs#" + plain(options.volume()),
                "subtype=scfs",
                "default_permissions",
                "use_ino",
                "atomic_o_trunc",
                "big_writes",
                "max_write=" + LARGEST_WRITE_BYTES,
                "attr_timeout=" + cacheSeconds,
                "entry_timeout=" + cacheSeconds,
                "negative_timeout=0"));
    if (options.allowOther()) {
      list.add("allow_other");
    }
    if (options.readOnly()) {
      list.add("ro");
    }
    return list;
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%d.%09d", duration.getSeconds(), duration.getNano());
  }

  /** The name without what would end an option or needs escapes in the kernel's tables. */
  private static String plain(String volume) {
    return volume.replaceAll("[^\\p{L}\\p{N}._:@+-]", "_");
  }
}
