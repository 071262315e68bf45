package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs to their end, within a time limit. */
public final class Shell {

  private static final Path NOWHERE = Path.of("/dev/null");

  private Shell() {}

  /**
   * How a program ended.
   *
   * @param command what ran, for messages
   * @param exitCode its exit code
   * @param output its standard output
   * @param errors its standard error
   */
  public record Result(String command, int exitCode, String output, String errors) {

    /** Fails the test, showing everything, unless the exit code is this one. */
    public Result expect(int code) {
      assertThat(exitCode).as(toString()).isEqualTo(code);
      return this;
    }

    /** The lines of the standard output. */
    public List<String> lines() {
      return output.lines().toList();
    }

    @Override
    public String toString() {
      return "%s%nended with %d%n%s%s".formatted(command, exitCode, output, errors);
    }
  }

  /** Runs a script, which must succeed, in a folder. */
  public static Result bash(Path folder, Duration limit, String script) {
    return tryBash(folder, limit, script).expect(0);
  }

  /** Runs a script that may fail. */
  public static Result tryBash(Path folder, Duration limit, String script) {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-e", "-u", "-o", "pipefail", "-c", script)
            .directory(folder.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    return run(builder, limit);
  }

  /** Whether a program is installed. */
  public static boolean has(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Runs a program; fails the test if it takes longer than the limit. */
  public static Result run(ProcessBuilder builder, Duration limit) {
    return run(String.join(" ", builder.command()), builder, limit);
  }

  /**
   * Runs a program; fails the test if it takes longer than the limit.
   *
   * @param command what messages call it
   */
  static Result run(String command, ProcessBuilder builder, Duration limit) {
    try {
      Path output = Files.createTempFile("scfs-it", ".out");
      Path errors = Files.createTempFile("scfs-it", ".err");
      try {
        Process process =
            builder
                .redirectInput(NOWHERE.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (!ended) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        }
        Result result =
            new Result(command, ended ? process.exitValue() : -1, read(output), read(errors));
        assertThat(ended).as("ended within %s: %s", limit, result).isTrue();
        return result;
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new AssertionError("cannot run " + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while running " + command, e);
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
