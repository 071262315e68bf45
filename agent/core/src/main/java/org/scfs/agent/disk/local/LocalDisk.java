package org.scfs.agent.disk.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.scfs.agent.disk.Disk;
import org.scfs.agent.disk.DiskEntry;
import org.scfs.agent.disk.DiskFile;
import org.scfs.agent.disk.DiskFullException;
import org.scfs.agent.disk.DiskSpace;

/** A real folder. Whatever it creates is for the owner only: the cache holds plaintext. */
public final class LocalDisk implements Disk {

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path root;

  /** A disk in this folder, which is created on first use. */
  public LocalDisk(Path root) {
    this.root = root;
  }

  @Override
  public void makeFolder(String folder) throws IOException {
    try {
      Files.createDirectories(root.resolve(folder), OWNER_FOLDER);
    } catch (IOException e) {
      throw translate(e);
    }
  }

  @Override
  public List<DiskEntry> list(String folder) throws IOException {
    List<DiskEntry> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(root.resolve(folder))) {
      for (Path path : stream) {
        describe(path).ifPresent(entries::add);
      }
    }
    return entries;
  }

  private static Optional<DiskEntry> describe(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        return Optional.empty();
      }
      return Optional.of(
          new DiskEntry(
              path.getFileName().toString(),
              attributes.size(),
              attributes.lastModifiedTime().toInstant()));
    } catch (NoSuchFileException e) {
      return Optional.empty(); // deleted since it was listed
    }
  }

  @Override
  public DiskFile create(String name) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      return new LocalDiskFile(FileChannel.open(root.resolve(name), options, OWNER_FILE));
    } catch (IOException e) {
      throw translate(e);
    }
  }

  @Override
  public Optional<DiskFile> open(String name) throws IOException {
    try {
      return Optional.of(
          new LocalDiskFile(
              FileChannel.open(
                  root.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    try {
      Files.move(root.resolve(from), root.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw translate(e);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(root.resolve(name));
  }

  @Override
  public void forceFolder(String folder) throws IOException {
    try (FileChannel channel = FileChannel.open(root.resolve(folder), StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      throw translate(e);
    }
  }

  @Override
  public DiskSpace space() throws IOException {
    FileStore store = Files.getFileStore(root);
    return new DiskSpace(store.getTotalSpace(), store.getUsableSpace());
  }

  /** The JDK has no type for a full disk, only the system's words. */
  static IOException translate(IOException e) {
    String message = String.valueOf(e.getMessage());
    boolean full =
        message.contains("No space left on device") || message.contains("Disk quota exceeded");
    return full ? new DiskFullException("the cache's disk is full: " + message, e) : e;
  }
}
