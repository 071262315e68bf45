package org.scfs.agent.app.serve;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** This program as a process. */
public final class Program {

  /** What begins each line that tells of a failure. */
  public static final String MARK = "scfs: ";

  private static final String MAIN_CLASS = "org.scfs.agent.app.Scfs";

  private Program() {}

  /** The script that started this process, if it says so. */
  private static Optional<Path> launcher() {
    return Optional.ofNullable(System.getProperty("scfs.launcher")).map(Path::of);
  }

  /** How to name the program in a command that a person is to type. */
  public static String name() {
    return launcher().map(Program::asTyped).orElse("scfs");
  }

  private static String asTyped(Path launcher) {
    Path here = Path.of("").toAbsolutePath();
    return here.equals(launcher.getParent()) ? "./" + launcher.getFileName() : launcher.toString();
  }

  /**
   * The beginning of a command that starts the program once more: the launcher, which keeps the
   * build that it uses from being removed, or Java with the options that this one has.
   */
  static List<String> again() throws IOException {
    if (launcher().isPresent()) {
      return List.of(launcher().get().toString());
    }
    String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.ISO_8859_1);
    List<String> words = Arrays.asList(line.split("\0", -1));
    int main = words.indexOf(MAIN_CLASS);
    if (main < 0) {
      throw new IOException("this process was not started as " + MAIN_CLASS);
    }
    return words.subList(0, main + 1);
  }

  /** How long this process runs. */
  public static Duration age() {
    return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
  }
}
