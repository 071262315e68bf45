package org.scfs.agent.app.setup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that nobody but their owner may use. */
public final class OwnerOnly {

  /** The permissions of a file. */
  public static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private OwnerOnly() {}

  /** Makes a folder, and those above it, where they are absent. */
  public static void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder, FOLDER);
  }

  /** Whether the path is this user's own, and nobody else has any right to it. */
  public static boolean holdsFor(Path path) throws IOException {
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    return ThisHost.ownerOf(path) == ThisHost.userId()
        && permissions.stream().allMatch(permission -> permission.name().startsWith("OWNER"));
  }

  /**
   * Writes a new file: after a crash it is there as a whole or not at all.
   *
   * @throws FileAlreadyExistsException if there is one of that name; it stays as it is
   */
  public static void writeNew(Path file, byte[] content) throws IOException {
    Path folder = file.toAbsolutePath().resolveSibling("");
    makeFolder(folder);
    Path draft = Files.createTempFile(folder, ".scfs-", ".new", FILE);
    try {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.createLink(file, draft); // unlike a move, it never replaces
    } finally {
      Files.deleteIfExists(draft);
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
