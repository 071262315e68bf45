package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether this machine can mount, and what it has mounted. */
public final class Fuse {

  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final List<String> LIBRARY_FOLDERS =
      List.of("/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib");

  private Fuse() {}

  /** Skips the test where nothing can be mounted; in continuous integration that is a failure. */
  public static void require() {
    Optional<String> obstacle = obstacle();
    if ("true".equals(System.getenv("CI"))) {
      assertThat(obstacle).as("what keeps this machine from mounting").isEmpty();
    }
    assumeTrue(obstacle.isEmpty(), () -> "cannot mount: " + obstacle.orElse(""));
  }

  private static Optional<String> obstacle() {
    if (!opens()) {
      return Optional.of("/dev/fuse does not open");
    }
    if (Stream.of("/bin", "/usr/bin", "/usr/local/bin")
        .noneMatch(folder -> Files.isExecutable(Path.of(folder, "fusermount3")))) {
      return Optional.of("there is no fusermount3");
    }
    return hasLibrary() ? Optional.empty() : Optional.of("there is no libfuse.so.2");
  }

  private static boolean opens() {
    try (FileChannel _ =
        FileChannel.open(DEVICE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasLibrary() {
    return LIBRARY_FOLDERS.stream()
        .map(Path::of)
        .flatMap(folder -> Stream.concat(Stream.of(folder), children(folder)))
        .anyMatch(folder -> Files.exists(folder.resolve("libfuse.so.2")));
  }

  private static Stream<Path> children(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(Files::isDirectory).toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** Mount points below a folder, and that folder itself, the deepest first. */
  public static List<Path> mountsBelow(Path folder) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
        .map(line -> Path.of(line.split(" ", -1)[4]))
        .filter(place -> place.startsWith(folder))
        .toList()
        .reversed();
  }

  /** Whether SCFS is mounted on exactly this directory. */
  public static boolean isMounted(Path directory) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
        .anyMatch(
            line ->
                line.split(" ", -1)[4].equals(directory.toString())
                    && line.contains(" - fuse.scfs "));
  }
}
