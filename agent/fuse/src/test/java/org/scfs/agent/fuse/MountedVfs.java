package org.scfs.agent.fuse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.frontend.MountHandle;
import org.scfs.agent.frontend.MountOptions;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;

/** A real mount of a {@link MemoryVfs}, and programs that work on it. */
final class MountedVfs implements AutoCloseable {

  static final Environment ENVIRONMENT = SystemEnvironment.create();
  static final Duration LIMIT = Duration.ofSeconds(15);

  final MemoryVfs vfs = new MemoryVfs();
  final Path directory;
  final MountHandle handle;

  MountedVfs(Path directory) throws MountException, InterruptedException {
    this(directory, Duration.ofMillis(500));
  }

  MountedVfs(Path directory, Duration kernelCacheTime) throws MountException, InterruptedException {
    this.directory = directory;
    handle = transport().mount(vfs, options(directory, kernelCacheTime));
    handle.awaitMounted(LIMIT);
  }

  static JnrFuseTransport transport() {
    return new JnrFuseTransport(ENVIRONMENT);
  }

  static MountOptions options(Path directory, Duration kernelCacheTime) {
    return new MountOptions(directory, "test volume", false, false, kernelCacheTime);
  }

  /** Skips the test, visibly, where no FUSE file system can be mounted. */
  static void assumeFuse() {
    assumeTrue(canOpenDevice(), "skipped: /dev/fuse cannot be opened for reading and writing");
    assumeTrue(Fusermount.find().isPresent(), "skipped: fusermount3 is not installed");
    assumeTrue(canLoadLibrary(), "skipped: libfuse.so.2 is not installed");
  }

  private static boolean canOpenDevice() {
    try (RandomAccessFile device = new RandomAccessFile("/dev/fuse", "rw")) {
      return device.getFD().valid();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean canLoadLibrary() {
    try {
      new FuseBridge(new MemoryVfs(), options(Path.of("/"), Duration.ZERO), ENVIRONMENT.time());
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  /** How a program ended and what it printed. */
  record Result(int code, String output) {}

  /** Runs a shell script with the mount as its working folder. */
  Result shell(String script) throws IOException, InterruptedException {
    return run("sh", "-c", script);
  }

  /** Runs a Python script with the mount as its working folder. */
  Result python(String script) throws IOException, InterruptedException {
    return run("python3", "-c", script);
  }

  private Result run(String... command) throws IOException, InterruptedException {
    List<String> limited = new ArrayList<>(List.of("timeout", "-s", "KILL", "20"));
    limited.addAll(List.of(command));
    Process process =
        new ProcessBuilder(limited).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output.strip());
  }

  /** The names that the mount shows. */
  List<String> names() throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  @Override
  public void close() {
    takeAway(directory);
  }

  /** Takes a mount away, whatever state it is in. */
  static void takeAway(Path directory) {
    try {
      Process process =
          new ProcessBuilder("fusermount3", "-uz", directory.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
