package org.scfs.it.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program {@code scfs}, as the launcher would start it, in a home folder of its own. */
final class Program {

  /** Whoever runs the tests in the background may have switched SIGINT off for all below. */
  private static final List<String> SIGNALS_ON = List.of("env", "--default-signal=INT");

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path home;

  Program(Path home) {
    this.home = home;
  }

  /** A process that is to be started. */
  ProcessBuilder process(String... arguments) {
    List<String> command = new ArrayList<>(SIGNALS_ON);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow"));
    boolean mounts = arguments[0].equals("mount") || arguments[0].equals("demo");
    command.addAll(
        mounts
            ? List.of("-XX:+UseParallelGC")
            : List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    archive(mounts ? "mount.jsa" : "cli.jsa").ifPresent(command::addAll);
    command.add("-Duser.home=" + home);
    command.addAll(List.of("-cp", classPath(), "org.scfs.agent.app.Scfs"));
    command.addAll(List.of(arguments));
    return process(command);
  }

  /** The same through the launcher script, which takes what the build has just packaged. */
  Optional<ProcessBuilder> launcher(String... arguments) {
    Optional<Path> checkout = target().map(target -> target.resolve("../..").normalize());
    if (checkout.filter(Program::isPackaged).isEmpty()) {
      return Optional.empty();
    }
    List<String> command = new ArrayList<>(SIGNALS_ON);
    command.add(checkout.get().resolve("scfs").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = process(command);
    builder.environment().put("SCFS_BUILD", "never");
    builder.environment().put("SCFS_JAVA_HOME", System.getProperty("java.home"));
    return Optional.of(builder);
  }

  private static boolean isPackaged(Path checkout) {
    return Files.isExecutable(checkout.resolve("scfs"))
        && Files.isDirectory(checkout.resolve("agent/app/target/lib"));
  }

  private ProcessBuilder process(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().put("XDG_RUNTIME_DIR", home.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().remove("SCFS_CONFIG");
    builder.environment().putIfAbsent("SCFS_LOG", "INFO");
    return builder;
  }

  /** Runs it to its end. */
  Shell.Result run(String... arguments) {
    return Shell.run("scfs " + String.join(" ", arguments), process(arguments), LIMIT);
  }

  /** Parsed classes, kept between the many starts of one run of the tests. */
  private static Optional<List<String>> archive(String name) {
    return target()
        .map(
            target ->
                List.of(
                    "-XX:+AutoCreateSharedArchive",
                    "-XX:SharedArchiveFile=" + target.resolve(name),
                    "-Xlog:disable",
                    "-Xlog:all=error:stderr",
                    "-Xlog:cds*=off:stderr"));
  }

  /** What Maven put aside before the tests; in a development environment, all that is there. */
  private static String classPath() {
    return target()
        .map(target -> target.resolve("agent"))
        .filter(Files::isDirectory)
        .map(Program::jars)
        .orElseGet(() -> System.getProperty("java.class.path"));
  }

  private static String jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> target() {
    return Optional.ofNullable(System.getProperty("scfs.it.target")).map(Path::of);
  }
}
