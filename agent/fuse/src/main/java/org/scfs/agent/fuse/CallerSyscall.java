package org.scfs.agent.fuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * What a thread that waits for an answer of ours asked the kernel for, as {@code /proc} tells (see
 * proc_pid_syscall(5)). The kernel shows it to root and to the thread's own user, if no security
 * module forbids it.
 */
final class CallerSyscall {

  /** The numbers of rename, renameat and renameat2, by architecture; see syscalls(2). */
  private static final Map<String, Set<String>> RENAMES =
      Map.of("amd64", Set.of("82", "264", "316"), "aarch64", Set.of("38", "276"));

  private CallerSyscall() {}

  /**
   * Whether a thread is in a rename; false if that cannot be told.
   *
   * @param thread its id as FUSE gives it; 0 for one of another pid name space
   */
  static boolean isRename(int thread) {
    if (thread <= 0) {
      return false;
    }
    try {
      String line = Files.readString(Path.of("/proc/" + thread + "/syscall"));
      String number = line.substring(0, Math.max(0, line.indexOf(' ')));
      return RENAMES.getOrDefault(System.getProperty("os.arch"), Set.of()).contains(number);
    } catch (IOException e) {
      return false;
    }
  }
}
