package org.scfs.storage.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.scfs.storage.ByteRange;
import org.scfs.storage.Capabilities;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/**
 * A folder as a cloud. {@link KeyPaths} says where its objects lie.
 *
 * <p>A put writes and flushes a file in {@link Incoming}, gives it the object's name (a hard link
 * for a new object, a rename to replace one), and flushes the folders that changed. So at every
 * moment, a power cut included, an object is there whole or not at all. Several processes may use
 * the folder at once.
 */
final class LocalObjectStore implements ObjectStore {

  /** The JDK copies each piece through memory outside of the heap, which it keeps: small pieces. */
  private static final int PIECE = 128 << 10;

  /** How often a put makes its folder anew when deletes of its neighbours remove it as empty. */
  private static final int ATTEMPTS = 100;

  @FunctionalInterface
  private interface Work<T> {
    T run() throws IOException;
  }

  private final StoreFolder folder;
  private final KeyPaths paths;
  private final Incoming incoming;
  private final Failures failures;
  private final HardLink hardLink;
  private final AtomicReference<@Nullable Boolean> hasHardLinks = new AtomicReference<>();
  private volatile boolean closed;

  LocalObjectStore(String cloud, Path root, HardLink hardLink) {
    this.folder = new StoreFolder(root);
    this.paths = new KeyPaths(root);
    this.incoming = new Incoming(folder);
    this.failures = new Failures(cloud, folder);
    this.hardLink = hardLink;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Create-only needs hard links, and the first call tries whether there are any. While the
   * folder is not there, the cautious answer is given, and kept.
   */
  @Override
  public Capabilities capabilities() {
    if (hasHardLinks.get() == null) {
      hasHardLinks.compareAndSet(null, incoming.supports(hardLink));
    }
    return new Capabilities(Boolean.TRUE.equals(hasHardLinks.get()), Long.MAX_VALUE);
  }

  @Override
  public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
    perform(
        new Failures.Call("cannot store object " + key, payload.length()),
        () -> {
          store(paths.of(key), payload, mode);
          return true;
        });
  }

  @Override
  public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
    return perform(
        new Failures.Call("cannot read object " + key, 0), () -> read(paths.of(key), range));
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) throws StorageException {
    return perform(
        new Failures.Call("cannot look at object " + key, 0),
        () ->
            folder
                .file(paths.of(key))
                .map(
                    file -> new ObjectInfo(key, file.size(), file.lastModifiedTime().toInstant())));
  }

  @Override
  public void delete(Collection<ObjectKey> keys) throws StorageException {
    perform(
        new Failures.Call("cannot delete " + keys.size() + " objects", 0),
        () -> {
          remove(keys);
          return true;
        });
  }

  @Override
  public ListPage list(ListRequest request) throws StorageException {
    return perform(
        new Failures.Call("cannot list objects \"" + request.prefix() + "\"", 0),
        () -> new Listing(folder, paths, request).page());
  }

  @Override
  public void close() {
    closed = true;
  }

  private <T> T perform(Failures.Call call, Work<T> work) throws StorageException {
    if (closed) {
      throw failures.closed();
    }
    try {
      checkNotInterrupted();
      T result = work.run();
      // Only now: a folder that vanished meanwhile must not look like an empty one.
      folder.checkPresent();
      return result;
    } catch (IOException e) {
      throw failures.translate(call, e);
    }
  }

  private void store(Path file, Payload payload, PutMode mode) throws IOException {
    boolean exists = folder.file(file).isPresent();
    if (exists && mode == PutMode.CREATE) {
      throw existing(file);
    }
    Path written = incoming.write(payload);
    try {
      publish(written, file, mode);
    } finally {
      incoming.remove(written);
    }
    folder.sync(StoreFolder.parent(file));
  }

  private void publish(Path written, Path file, PutMode mode) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        folder.create(StoreFolder.parent(file));
        switch (mode) {
          case CREATE -> create(written, file);
          case REPLACE -> Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return;
      } catch (NoSuchFileException e) {
        if (attempt == ATTEMPTS || !Files.exists(written, LinkOption.NOFOLLOW_LINKS)) {
          throw e;
        }
      }
    }
  }

  private void create(Path written, Path file) throws IOException {
    try {
      hardLink.create(file, written);
    } catch (FileAlreadyExistsException _) {
      throw existing(file);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      if (capabilities().createOnly()) {
        throw e;
      }
      if (folder.file(file).isPresent()) {
        throw existing(file);
      }
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Flushes the folders before it says that the object exists: if it is the caller's own, whose
   * first put was cut short, the caller takes this for an acknowledgement.
   */
  private IOException existing(Path file) throws IOException {
    folder.create(StoreFolder.parent(file));
    folder.sync(StoreFolder.parent(file));
    return new FileAlreadyExistsException(file.toString());
  }

  private Optional<byte[]> read(Path file, ByteRange range) throws IOException {
    if (folder.file(file).isEmpty()) {
      return Optional.empty();
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long available = Math.max(0, channel.size() - range.offset());
      byte[] bytes = new byte[(int) Math.min(available, range.length())];
      int read = fill(bytes, channel, range.offset());
      return Optional.of(read == bytes.length ? bytes : Arrays.copyOf(bytes, read));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  private static int fill(byte[] bytes, FileChannel channel, long offset) throws IOException {
    int filled = 0;
    while (filled < bytes.length) {
      ByteBuffer piece = ByteBuffer.wrap(bytes, filled, Math.min(PIECE, bytes.length - filled));
      int read = channel.read(piece, offset + filled);
      if (read < 0) {
        break;
      }
      filled += read;
    }
    return filled;
  }

  private void remove(Collection<ObjectKey> keys) throws IOException {
    Set<Path> changed = new HashSet<>();
    for (ObjectKey key : keys) {
      checkNotInterrupted();
      Path file = paths.of(key);
      if (folder.file(file).isPresent()) {
        Files.deleteIfExists(file);
        changed.add(folder.prune(StoreFolder.parent(file)));
      }
    }
    for (Path each : changed) {
      folder.syncNearest(each);
    }
  }

  private static void checkNotInterrupted() throws ClosedByInterruptException {
    if (Thread.currentThread().isInterrupted()) {
      throw new ClosedByInterruptException();
    }
  }
}
