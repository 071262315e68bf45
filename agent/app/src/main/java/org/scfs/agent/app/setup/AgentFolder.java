package org.scfs.agent.app.setup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Id128;
import org.scfs.ports.Randomness;

/**
 * The folder that makes an agent the same one after a restart: the cache of one volume. Besides the
 * cache it has {@code agent.lock}, held while the agent lives; {@code agent.holder}, who holds it;
 * {@code agent.id}, half of the agent's name; {@code agent.volume}, the volume's id.
 */
public final class AgentFolder implements AutoCloseable {

  private static final int ID_BYTES = 8;
  private static final Pattern HOLDER = Pattern.compile("(\\d{1,18}) (.*)\n", Pattern.DOTALL);

  private final Path folder;
  private final FileChannel lockFile;

  private AgentFolder(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.lockFile = lockFile;
  }

  /**
   * Takes the folder for this process; it is made if it is absent.
   *
   * @param purpose what for: for a mount, its mount point
   */
  public static AgentFolder claim(Path folder, String purpose) throws FolderInUse, IOException {
    OwnerOnly.makeFolder(folder);
    FileChannel lockFile =
        FileChannel.open(
            folder.resolve("agent.lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            OwnerOnly.FILE);
    boolean claimed = false;
    try {
      if (tryLock(lockFile) == null) {
        throw inUse(folder);
      }
      Files.writeString(
          folder.resolve("agent.holder"), ProcessHandle.current().pid() + " " + purpose + "\n");
      claimed = true;
      return new AgentFolder(folder, lockFile);
    } finally {
      if (!claimed) {
        lockFile.close();
      }
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // this very process has it
    }
  }

  private static FolderInUse inUse(Path folder) throws IOException {
    Matcher holder = HOLDER.matcher(read(folder.resolve("agent.holder")).orElse(""));
    return holder.matches()
        ? new FolderInUse(folder, Long.parseLong(holder.group(1)), holder.group(2))
        : new FolderInUse(folder, 0, "a purpose that it does not tell");
  }

  /**
   * The agent's name, which stays the same as long as the folder does. The folder's inode is part
   * of it: a copy of the folder is another agent.
   */
  public String agentName(Randomness randomness) throws IOException {
    Path file = folder.resolve("agent.id");
    Optional<String> id = read(file).map(String::strip).filter(text -> text.matches("[0-9a-f]+"));
    if (id.isEmpty()) {
      id = Optional.of(HexFormat.of().formatHex(randomness.bytes(ID_BYTES)));
      Files.deleteIfExists(file);
      OwnerOnly.writeNew(file, bytes(id.get()));
    }
    return id.get() + "-" + Files.getAttribute(folder, "unix:ino");
  }

  /**
   * Sees to it that the cache only ever serves one volume: changes that wait in it belong to that
   * one, whatever others are called.
   *
   * @throws Failure if it served another one
   */
  public void bindTo(Id128 volume) throws Failure, IOException {
    Path file = folder.resolve("agent.volume");
    try {
      OwnerOnly.writeNew(file, bytes(volume.toString()));
    } catch (FileAlreadyExistsException e) {
      String bound = read(file).orElse("").strip();
      if (!bound.equals(volume.toString())) {
        throw new Failure(
            "the cache folder %s belongs to another volume of the same name, and may hold changes of it%n"
                    .formatted(folder)
                + "move it away, or name another directory in [cache]",
            e);
      }
    }
  }

  private static byte[] bytes(String line) {
    return (line + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  private static Optional<String> read(Path file) throws IOException {
    try {
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Gives the folder up. */
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
