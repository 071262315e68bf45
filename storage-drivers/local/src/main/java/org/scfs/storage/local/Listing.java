package org.scfs.storage.local;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;

/**
 * One listing: a walk through the folders in the order of the keys. A queue holds what was found
 * and not yet visited, sorted by the bytes with which its keys begin; a folder comes before all
 * that is in it, so the first of the queue is always next. Only folders that can hold keys of the
 * page are opened, and only files on the page are looked at. Not thread-safe.
 */
final class Listing {

  /** A file or folder; its keys begin with (a file: are) these bytes. */
  private record Found(String bytes, Path path, boolean isObject) {}

  private final StoreFolder store;
  private final KeyPaths paths;
  private final int limit;
  private final String prefix;
  private final String after;
  private final PriorityQueue<Found> queue =
      new PriorityQueue<>(Comparator.comparing(Found::bytes));

  Listing(StoreFolder store, KeyPaths paths, ListRequest request) {
    this.store = store;
    this.paths = paths;
    this.limit = request.limit();
    this.prefix = KeyPaths.bytes(request.prefix());
    this.after = request.after().map(key -> KeyPaths.bytes(key.value())).orElse("");
  }

  ListPage page() throws IOException {
    List<ObjectInfo> page = new ArrayList<>();
    open(new Found("", store.root(), false));
    for (Found next = queue.poll(); next != null; next = queue.poll()) {
      if (next.isObject()) {
        Optional<ObjectInfo> info = info(next);
        if (info.isPresent() && page.size() == limit) {
          return new ListPage(page, false);
        }
        info.ifPresent(page::add);
      } else if (store.folder(next.path()).isPresent()) {
        open(next);
      }
    }
    return new ListPage(page, true);
  }

  private Optional<ObjectInfo> info(Found object) throws IOException {
    Optional<ObjectKey> key = paths.keyOf(object.bytes(), object.path());
    Optional<BasicFileAttributes> file =
        key.isPresent() ? store.file(object.path()) : Optional.empty();
    return file.map(
        found ->
            new ObjectInfo(key.orElseThrow(), found.size(), found.lastModifiedTime().toInstant()));
  }

  private void open(Found folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.path())) {
      for (Path entry : entries) {
        if (Thread.currentThread().isInterrupted()) {
          throw new ClosedByInterruptException();
        }
        classify(folder.bytes(), entry).filter(this::isWanted).ifPresent(queue::add);
      }
    } catch (NoSuchFileException _) {
      // Removed since it was found, and with it its last object.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static Optional<Found> classify(String parent, Path entry) {
    String name = String.valueOf(entry.getFileName());
    if (name.endsWith(KeyPaths.OBJECT_SUFFIX)) {
      return decode(name, KeyPaths.OBJECT_SUFFIX)
          .map(bytes -> new Found(parent + bytes, entry, true));
    }
    if (name.endsWith(KeyPaths.MORE_SUFFIX)) {
      return decode(name, KeyPaths.MORE_SUFFIX)
          .map(bytes -> new Found(parent + bytes, entry, false));
    }
    return KeyPaths.decode(name).map(bytes -> new Found(parent + bytes + "/", entry, false));
  }

  private static Optional<String> decode(String name, String suffix) {
    return KeyPaths.decode(name.substring(0, name.length() - suffix.length()));
  }

  private boolean isWanted(Found found) {
    String bytes = found.bytes();
    boolean follows = bytes.compareTo(after) > 0;
    if (found.isObject()) {
      return follows && bytes.startsWith(prefix);
    }
    return (follows || after.startsWith(bytes))
        && (bytes.startsWith(prefix) || prefix.startsWith(bytes));
  }
}
