package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Randomness;

/**
 * The folder of an embedded server: {@code lock}, held by the process that runs the server; {@code
 * secret}, which its clients show; {@code endpoint}, where it listens; {@code data}. Only its owner
 * may enter.
 *
 * <p>Beware: closing any channel on {@code lock} gives up the lock of the whole process, as POSIX
 * has it, so that a process has one open object of this class for one folder.
 */
final class EmbeddedDirectory implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final int SECRET_BYTES = 32;

  private final Path directory;
  private final FileChannel channel;
  private @Nullable FileLock lock;

  private EmbeddedDirectory(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Makes the folder if it is absent, and returns its one true name. */
  static Path create(Path directory) throws IOException {
    return Files.createDirectories(directory, ownerOnly("rwx------")).toRealPath();
  }

  /** Opens a folder; it is made if it is absent. */
  static EmbeddedDirectory open(Path path) throws IOException {
    Path directory = create(path);
    Files.createDirectories(directory.resolve("data"), ownerOnly("rwx------"));
    FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            ownerOnly("rw-------"));
    return new EmbeddedDirectory(directory, channel);
  }

  private static FileAttribute<?> ownerOnly(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  /** Takes the lock unless another process has it. */
  boolean tryLock() throws IOException {
    if (lock == null) {
      try {
        lock = channel.tryLock();
      } catch (OverlappingFileLockException e) {
        return false; // another part of this very process has it
      }
    }
    return lock != null;
  }

  Path data() {
    return directory.resolve("data");
  }

  /** Where the server listens, or listened last. */
  Optional<String> endpoint() throws IOException {
    return read("endpoint");
  }

  /** The port of {@link #endpoint}. */
  OptionalInt port() throws IOException {
    Optional<String> endpoint = endpoint().filter(e -> e.matches("[^:]+:\\d{1,5}"));
    return endpoint.isPresent()
        ? OptionalInt.of(
            Integer.parseInt(endpoint.get().substring(endpoint.get().indexOf(':') + 1)))
        : OptionalInt.empty();
  }

  void setPort(int port) throws IOException {
    write("endpoint", HOST + ":" + port);
  }

  /** The secret, once the first server has made it. */
  Optional<String> secret() throws IOException {
    return read("secret");
  }

  /** Makes the secret if it is absent. Only for who has the lock. */
  void ensureSecret(Randomness randomness) throws IOException {
    if (secret().isEmpty()) {
      write("secret", HexFormat.of().formatHex(randomness.bytes(SECRET_BYTES)));
    }
  }

  private Optional<String> read(String name) throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /** Readers see the old text or the new one. */
  private void write(String name, String text) throws IOException {
    Path draft = directory.resolve(name + ".new");
    Files.deleteIfExists(draft);
    try (FileChannel file =
        FileChannel.open(
            draft,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            ownerOnly("rw-------"))) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text + "\n");
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Gives up the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
