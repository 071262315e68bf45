package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** An agent at work, with its mount; or one that is not any more. */
public final class AgentProcess {

  private static final Duration MOUNT_LIMIT = Duration.ofSeconds(40);
  private static final Duration END_LIMIT = Duration.ofSeconds(90);

  private final Process process;
  private final Path directory;
  private final Path log;

  private AgentProcess(Process process, Path directory, Path log) {
    this.process = process;
    this.directory = directory;
    this.log = log;
  }

  /** Starts an agent, which may not have mounted yet. */
  static AgentProcess start(ProcessBuilder builder, Path directory, Path log) throws IOException {
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new AgentProcess(process, directory, log);
  }

  /** Waits until it says that it has mounted. */
  public AgentProcess awaitMounted() {
    Awaitility.await("mounted on " + directory)
        .atMost(MOUNT_LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .failFast("the agent ended", () -> !process.isAlive())
        .until(() -> log().contains("mounted ") && Fuse.isMounted(directory));
    return this;
  }

  /** Where it mounts. */
  public Path directory() {
    return directory;
  }

  /** A path below its mount point. */
  public Path path(String relative) {
    return directory.resolve(relative);
  }

  /** All that it said since its folder was made. */
  public String log() {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its process. */
  public long pid() {
    return process.pid();
  }

  /** Sends a signal, such as {@code STOP} or {@code TERM}. */
  public void signal(String name) {
    Signals.send(process.pid(), name);
  }

  /** Waits until it has ended; returns its exit code. */
  public int awaitEnd() {
    try {
      assertThat(process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS))
          .as("the agent ends")
          .isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Ends it as a service manager would; the mount is gone then. */
  public void stop() throws IOException {
    signal("TERM");
    assertThat(awaitEnd()).as("exit code after SIGTERM").isEqualTo(143);
    assertThat(Fuse.isMounted(directory)).as("still mounted").isFalse();
  }

  /** Ends it as a power cut would; the mount stays, and answers nobody. */
  public void kill() {
    process.destroyForcibly();
    assertThat(awaitEnd()).isEqualTo(137);
  }

  /** Takes everything away, whatever state it is in. */
  void remove() {
    process.destroyForcibly();
    try {
      var _ = process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
