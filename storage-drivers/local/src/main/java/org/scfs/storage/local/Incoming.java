package org.scfs.storage.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.scfs.storage.Payload;

/**
 * The hidden folder {@code .incoming} of a store, where objects are written before they get their
 * names. The first write of a process also removes what crashed ones left there over an hour ago,
 * by the clock of the file system, which may be another machine's. Thread-safe.
 */
final class Incoming {

  private static final String PREFIX = "put-";
  private static final Duration STALE = Duration.ofHours(1);

  /** The JDK copies each piece to memory outside of the heap, which it keeps: small pieces. */
  private static final int PIECE = 128 << 10;

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final StoreFolder store;
  private final Path folder;
  private final AtomicBoolean cleaned = new AtomicBoolean();

  Incoming(StoreFolder store) {
    this.store = store;
    this.folder = store.root().resolve(".incoming");
  }

  /** Writes the bytes to a new file, durably. Whoever calls this removes it. */
  Path write(Payload payload) throws IOException {
    Path file = newFile();
    try {
      if (!cleaned.getAndSet(true)) {
        removeOlderThan(modified(file).minus(STALE));
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        for (ByteBuffer buffer : payload.pieces()) {
          write(channel, buffer);
        }
        channel.force(true);
      }
      return file;
    } catch (IOException e) {
      remove(file);
      throw e;
    }
  }

  /** Removes a file of this folder, if it is still there. */
  void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException _) {
      // It does no harm, and a later process removes it.
    }
  }

  /** Tries whether files here can get a second name. An interrupted thread makes no difference. */
  boolean supports(HardLink hardLink) {
    try {
      Path file = newFile();
      Path second = file.resolveSibling(file.getFileName() + "-link");
      try {
        hardLink.create(second, file);
        return true;
      } finally {
        remove(file);
        remove(second);
      }
    } catch (IOException _) {
      return false;
    }
  }

  private Path newFile() throws IOException {
    store.createOne(folder);
    return Files.createTempFile(folder, PREFIX, ".part", OWNER_ONLY);
  }

  private static void write(FileChannel channel, ByteBuffer buffer) throws IOException {
    int end = buffer.limit();
    while (buffer.position() < end) {
      buffer.limit(Math.min(end, buffer.position() + PIECE));
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }
  }

  private void removeOlderThan(Instant limit) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
      for (Path file : files) {
        if (modified(file).isBefore(limit)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // Leftovers take space but do no harm; the next process tries again.
    }
  }

  private static Instant modified(Path file) throws IOException {
    FileTime time = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
    return time.toInstant();
  }
}
