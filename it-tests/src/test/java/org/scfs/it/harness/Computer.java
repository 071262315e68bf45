package org.scfs.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A configuration, a cache and a mount point of their own: what one of a user's computers has. */
public final class Computer {

  /** The volume that all computers of a test share. */
  public static final String VOLUME = "files";

  private final World world;
  private final Path folder;
  private final Program program;

  Computer(World world, Path folder) throws IOException {
    this.world = world;
    this.folder = Files.createDirectory(folder);
    this.program = new Program(folder);
    Files.writeString(configuration(), text());
  }

  private String text() {
    return """
    state-directory = "state"

    [user]
    name = "alice"
    identity = "../identity"

    [cache]
    directory = "cache"
    limit = "4 GiB"

    [coordination]
    type = "embedded"
    directory = "../coordination"
    session-timeout = "4s"

    %s
    [volumes.%s]
    clouds = [%s]
    lock-wait = "500ms"
    cloud-timeout = "5s"
    """
        .formatted(
            Clouds.NAMES.stream().map(this::cloud).collect(Collectors.joining("\n")),
            VOLUME,
            Clouds.NAMES.stream()
                .map(name -> "\"" + name + "\"")
                .collect(Collectors.joining(", ")));
  }

  private String cloud(String name) {
    return """
    [clouds.%s]
    type = "local"
    directory = "%s"
    """
        .formatted(name, world.clouds().folder(name));
  }

  /** The configuration file. */
  public Path configuration() {
    return folder.resolve("scfs.toml");
  }

  /** The folder with everything that is this computer's. */
  public Path folder() {
    return folder;
  }

  /** Where the volume is mounted. */
  public Path directory() {
    return folder.resolve("mnt");
  }

  /** The cache of the volume. */
  public Path cache() {
    return folder.resolve("cache").resolve(VOLUME);
  }

  /** Runs a command of the program with this configuration. */
  public Shell.Result scfs(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.addAll(List.of("--config", configuration().toString()));
    return program.run(all.toArray(String[]::new));
  }

  /** Runs a command of the program that needs no configuration. */
  public Shell.Result bare(String... arguments) {
    return program.run(arguments);
  }

  /** Mounts the volume, which exists, and waits for that. */
  public AgentProcess mount() throws IOException {
    return start().awaitMounted();
  }

  /** Begins to mount the volume. */
  public AgentProcess start() throws IOException {
    return start(
        directory(),
        "mount",
        "--foreground",
        "--config=" + configuration(),
        VOLUME,
        directory().toString());
  }

  /** Starts any agent of this computer. */
  public AgentProcess start(Path directory, String... arguments) throws IOException {
    return start(directory, program.process(arguments));
  }

  /** Starts an agent through the launcher script; skips the test if there is no packaged build. */
  public AgentProcess launch(Path directory, String... arguments) throws IOException {
    Optional<ProcessBuilder> process = program.launcher(arguments);
    assumeTrue(process.isPresent(), "agent/app is not packaged");
    return start(directory, process.get());
  }

  private AgentProcess start(Path directory, ProcessBuilder process) throws IOException {
    Path log = folder.resolve("agent.log");
    Files.deleteIfExists(log);
    return world.register(AgentProcess.start(process, directory, log), log);
  }

  /** Asks the agent how it is; the exit code is part of the answer. */
  public Status status() {
    Shell.Result result = bare("status", "--json", directory().toString());
    assertJson(result);
    return new Status(result.exitCode(), new Gson().fromJson(result.output(), Report.class));
  }

  private static void assertJson(Shell.Result result) {
    if (!result.output().startsWith("{")) {
      throw new AssertionError("no JSON: " + result);
    }
  }

  /**
   * What {@code scfs status} answers about one mount.
   *
   * @param exitCode the exit code
   * @param report what it prints
   */
  public record Status(int exitCode, Report report) {

    /** The one mount. */
    public Entry entry() {
      return report.mounts().getFirst();
    }

    /** What is known of a cloud. */
    public Cloud cloud(String name) {
      return entry().mount().clouds().stream()
          .filter(cloud -> cloud.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  /** The JSON; names are those of the product. */
  public record Report(String health, List<Entry> mounts) {}

  /** One mount of the JSON. */
  public record Entry(String health, List<String> problems, Mount mount) {}

  /** What the JSON tells of a mount, as far as tests look at it. */
  public record Mount(
      String volume,
      String mountPoint,
      String agent,
      long pid,
      Coordination coordination,
      List<Cloud> clouds,
      int openFiles,
      List<Change> waitingChanges,
      List<String> conflictCopies) {}

  /** The session of the JSON. */
  public record Coordination(String state, String explanation) {}

  /** A cloud of the JSON. */
  public record Cloud(
      String name, String state, String explanation, long failures, long corruptions) {}

  /** A changed file of the JSON. */
  public record Change(String name, long bytes, String reason) {}
}
