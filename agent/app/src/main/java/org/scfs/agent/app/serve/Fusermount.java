package org.scfs.agent.app.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.scfs.agent.app.setup.Failure;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program that takes mounts away for people without root's rights. */
public final class Fusermount {

  private static final Logger LOG = LoggerFactory.getLogger(Fusermount.class);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Time time;

  /** Calls that take their time limit from this clock. */
  public Fusermount(Time time) {
    this.time = time;
  }

  /**
   * Takes a mount away whose agent cannot be asked.
   *
   * @throws Failure if it is in use
   */
  public void unmount(Path directory) throws Failure, InterruptedException {
    try {
      String problem = run("-u", directory);
      if (!problem.isEmpty()) {
        throw new Failure("cannot unmount " + directory + ": " + problem, null);
      }
    } catch (IOException e) {
      throw new Failure("cannot run fusermount3; try: apt install fuse3", e);
    }
  }

  /** Takes a mount out of sight, whoever uses it; does nothing if there is none. */
  void detach(Path directory) throws InterruptedException {
    try {
      String problem = run("-uz", directory);
      LOG.debug("detaching {}: {}", directory, problem);
    } catch (IOException e) {
      LOG.warn("cannot run fusermount3: {}", e.getMessage());
    }
  }

  /** Returns what it complains about; nothing if it worked. */
  private String run(String option, Path directory) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("fusermount3", option, directory.toString())
            .redirectErrorStream(true)
            .start();
    Cancellable timer = time.after(LIMIT, process::destroyForcibly);
    try {
      byte[] output = process.getInputStream().readAllBytes();
      int code = process.waitFor();
      String words = new String(output, StandardCharsets.UTF_8).strip();
      return code == 0 ? "" : words.isEmpty() ? "exit code " + code : words;
    } finally {
      timer.cancel();
    }
  }
}
