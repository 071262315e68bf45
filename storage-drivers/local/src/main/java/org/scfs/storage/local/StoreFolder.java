package org.scfs.storage.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a store and the folders in it. Symbolic links in it are refused, never followed;
 * the folder itself may be one. Thread-safe; other processes may use the same folder.
 *
 * <p>Links are looked for before each access, which keeps a foreign or damaged folder from leading
 * elsewhere. It is no defence against somebody who swaps folders for links at the same moment.
 */
final class StoreFolder {

  private static final int MAX_DURABLE = 4096;

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** Tells a folder from another one that took its place. */
  private record Identity(@Nullable Object fileKey, FileTime created) {

    static Identity of(BasicFileAttributes attributes) {
      return new Identity(attributes.fileKey(), attributes.creationTime());
    }
  }

  private final Path root;

  /** Folders whose entry in their parent is known to be on the disk, to save flushes. */
  private final Map<Path, Identity> durable = new ConcurrentHashMap<>();

  StoreFolder(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  /** Fails unless the folder of the store is there, and is a folder. */
  void checkPresent() throws IOException {
    if (!Files.readAttributes(root, BasicFileAttributes.class).isDirectory()) {
      throw new NotDirectoryException(root.toString());
    }
  }

  /**
   * Returns what the file system says of an object's file, or empty if there is none. Something
   * else in its place, or a folder on the way that is none, is an error.
   */
  Optional<BasicFileAttributes> file(Path file) throws IOException {
    Path folder = root;
    for (Path name : root.relativize(parent(file))) {
      folder = folder.resolve(name);
      if (!isRoot(folder) && folder(folder).isEmpty()) {
        return Optional.empty();
      }
    }
    Optional<BasicFileAttributes> found = attributes(file);
    if (found.isPresent() && !found.get().isRegularFile()) {
      throw new FileSystemException(file.toString(), null, "is not a file");
    }
    return found;
  }

  /** Returns what the file system says of a folder, or empty if there is nothing of this name. */
  Optional<BasicFileAttributes> folder(Path folder) throws IOException {
    Optional<BasicFileAttributes> found = attributes(folder);
    if (found.isPresent() && !found.get().isDirectory()) {
      throw new NotDirectoryException(folder.toString());
    }
    return found;
  }

  /** Creates the folder and those on the way to it, and makes sure that a crash keeps them. */
  void create(Path folder) throws IOException {
    Path parent = root;
    for (Path name : root.relativize(folder)) {
      Path child = parent.resolve(name);
      if (!isRoot(child)) {
        createDurably(child, parent);
      }
      parent = child;
    }
  }

  /** Creates one folder in an existing one, if it is not there. */
  BasicFileAttributes createOne(Path folder) throws IOException {
    Optional<BasicFileAttributes> existing = folder(folder);
    if (existing.isPresent()) {
      return existing.get();
    }
    try {
      Files.createDirectory(folder, OWNER_ONLY);
    } catch (FileAlreadyExistsException _) {
      // Somebody else was faster.
    }
    return folder(folder).orElseThrow(() -> new NoSuchFileException(folder.toString()));
  }

  /** Makes sure that a crash keeps what was created, renamed or deleted in a folder. */
  void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Like {@link #sync}, of the nearest folder upwards if this one was removed as empty. */
  void syncNearest(Path folder) throws IOException {
    Path nearest = folder;
    while (true) {
      try {
        sync(nearest);
        return;
      } catch (NoSuchFileException e) {
        if (isRoot(nearest)) {
          throw e;
        }
        nearest = parent(nearest);
      }
    }
  }

  /**
   * Removes the folder and those above it as far as they are empty.
   *
   * @return the first one that remains
   */
  Path prune(Path folder) {
    Path remaining = folder;
    try {
      while (!isRoot(remaining)) {
        Files.deleteIfExists(remaining);
        remaining = parent(remaining);
      }
    } catch (IOException _) {
      // Mostly because it is not empty. An empty folder that stays does no harm.
    }
    return remaining;
  }

  static Path parent(Path path) {
    return Objects.requireNonNull(path.getParent());
  }

  private void createDurably(Path folder, Path parent) throws IOException {
    Identity identity = Identity.of(createOne(folder));
    if (identity.equals(durable.get(folder))) {
      return;
    }
    // Also if it existed: whoever created it may not have come this far yet.
    sync(parent);
    if (durable.size() >= MAX_DURABLE) {
      durable.clear();
    }
    durable.put(folder, identity);
  }

  private boolean isRoot(Path folder) {
    return folder.equals(root);
  }

  private static Optional<BasicFileAttributes> attributes(Path path) throws IOException {
    try {
      BasicFileAttributes found =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (found.isSymbolicLink()) {
        throw new AccessDeniedException(
            path.toString(), null, "a symbolic link, which is never followed; remove it");
      }
      return Optional.of(found);
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }
}
