package org.scfs.agent.fuse;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.scfs.agent.frontend.MountException;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Time;

/** The set-user-id program that takes FUSE mounts away for people without root's rights. */
final class Fusermount {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Time time;

  Fusermount(Time time) {
    this.time = time;
  }

  /**
   * How a call ended.
   *
   * @param message what it printed, empty if it worked
   */
  record Outcome(boolean worked, String message) {}

  /** Where it is installed, if it is. */
  static Optional<Path> find() {
    String searchPath = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return Stream.of("fusermount3", "fusermount")
        .flatMap(
            name ->
                Stream.of(searchPath.split(File.pathSeparator, -1)).map(dir -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Takes the mount away; fails if it is in use. */
  Outcome unmount(Path directory) throws MountException {
    return run("-u", directory);
  }

  /** Takes the mount out of sight at once, whoever uses it. */
  Outcome unmountLazily(Path directory) throws MountException {
    return run("-uz", directory);
  }

  private Outcome run(String option, Path directory) throws MountException {
    Path program =
        find()
            .orElseThrow(
                () -> new MountException("fusermount3 is missing; try: apt install fuse3", null));
    try {
      Process process =
          new ProcessBuilder(List.of(program.toString(), option, directory.toString()))
              .redirectErrorStream(true)
              .start();
      Cancellable timer = time.after(LIMIT, process::destroyForcibly);
      try {
        byte[] output = process.getInputStream().readAllBytes();
        boolean worked = process.waitFor() == 0;
        return new Outcome(worked, new String(output, StandardCharsets.UTF_8).strip());
      } finally {
        timer.cancel();
      }
    } catch (IOException e) {
      throw new MountException("cannot run " + program + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MountException("interrupted while unmounting " + directory, e);
    }
  }
}
