package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * A folder with four clouds, a coordination service and computers, for one test. Skips the test
 * where nothing can be mounted; adds the agents' logs to a failure; leaves no process, mount or
 * file behind. When a test takes too long it kills the agents, so that calls that hang in a mount
 * come back with an error.
 */
public final class World
    implements BeforeEachCallback, AfterEachCallback, TestExecutionExceptionHandler {

  private static final Duration LONGEST_TEST = Duration.ofMinutes(6);
  private static final int LOG_SHOWN = 12_000;

  private final List<AgentProcess> agents = new ArrayList<>();
  private final Set<Path> logs = new LinkedHashSet<>();
  private Path root = Path.of("");
  private ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor();

  /** A world that each test gets anew. */
  public World() {}

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    Fuse.require();
    // A short path: that of a Unix domain socket has at most 107 bytes.
    root = Files.createTempDirectory("scfs").toRealPath();
    Files.createDirectory(root.resolve("clouds"));
    watchdog = Executors.newSingleThreadScheduledExecutor();
    var _ =
        watchdog.schedule(
            () -> agents().forEach(AgentProcess::remove),
            LONGEST_TEST.toSeconds(),
            TimeUnit.SECONDS);
  }

  /** A folder that lasts as long as the test. */
  public Path root() {
    return root;
  }

  /** The clouds. */
  public Clouds clouds() {
    return new Clouds(root.resolve("clouds"));
  }

  /** Another computer. */
  public Computer computer(String name) throws IOException {
    return new Computer(this, root.resolve(name));
  }

  /** The first computer, which creates the volume. */
  public Computer founder() throws IOException {
    Computer founder = computer("a");
    founder.scfs("init").expect(0);
    return founder;
  }

  AgentProcess register(AgentProcess agent, Path log) {
    synchronized (agents) {
      agents.add(agent);
    }
    logs.add(log);
    return agent;
  }

  private List<AgentProcess> agents() {
    synchronized (agents) {
      return List.copyOf(agents);
    }
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    failure.addSuppressed(new AssertionError("the agents' logs:\n" + said()));
    throw failure;
  }

  private String said() {
    StringBuilder said = new StringBuilder();
    for (Path log : logs) {
      try {
        String text = Files.readString(log);
        said.append("---- ").append(log).append('\n');
        said.append(text.substring(Math.max(0, text.length() - LOG_SHOWN))).append('\n');
      } catch (IOException e) {
        said.append("cannot be read: ").append(log).append('\n');
      }
    }
    return said.toString();
  }

  /** Those that went to the background are nobody's children; our folder's name tells them. */
  private void killBackgroundAgents() {
    ProcessHandle.allProcesses()
        .filter(process -> String.join(" ", arguments(process)).contains(root + "/"))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static List<String> arguments(ProcessHandle process) {
    return process.info().arguments().map(List::of).orElse(List.of());
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    watchdog.shutdownNow();
    if (root.toString().isEmpty()) {
      return;
    }
    agents().forEach(AgentProcess::remove);
    for (Path place : Fuse.mountsBelow(root)) {
      var _ =
          Shell.run(
              new ProcessBuilder("fusermount3", "-uz", place.toString()), Duration.ofSeconds(20));
    }
    killBackgroundAgents();
    assertThat(Fuse.mountsBelow(root)).isEmpty();
    Shell.bash(root, Duration.ofMinutes(1), "chmod -R u+rwX .");
    Trees.delete(root);
  }
}
