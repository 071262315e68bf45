package org.scfs.storage.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.ObjectStoreProvider;
import org.scfs.storage.StorageException;
import org.scfs.storage.StoreSettings;

/**
 * The driver of type {@code local}: a folder as a cloud. Its one option, {@code directory}, is the
 * absolute path of the folder.
 *
 * <p>The driver creates this folder for a new volume only: one that is missing later is a cloud
 * that is gone, such as a disk that is not mounted, and storing into a new folder in its place
 * would fill the wrong disk. While it is missing, operations fail with {@link
 * StorageException.Unavailable}; as soon as it is there, they work.
 */
public final class LocalObjectStoreProvider implements ObjectStoreProvider {

  private static final String DIRECTORY = "directory";

  @Override
  public String type() {
    return "local";
  }

  @Override
  public Set<String> options() {
    return Set.of(DIRECTORY);
  }

  @Override
  public ObjectStore open(StoreSettings settings) throws StorageException {
    return new LocalObjectStore(settings.name(), root(settings), HardLink.OF_THE_SYSTEM);
  }

  @Override
  public void prepare(StoreSettings settings) throws StorageException {
    Path root = root(settings);
    try {
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new StorageException.Misconfigured(
          "cloud \"%s\": the folder %s cannot be created: %s"
              .formatted(settings.name(), root, e.getMessage()),
          e);
    }
  }

  private static Path root(StoreSettings settings) throws StorageException {
    String directory = settings.required(DIRECTORY);
    try {
      Path root = Path.of(directory);
      if (root.isAbsolute()) {
        return root.normalize();
      }
    } catch (InvalidPathException e) {
      throw misconfigured(settings, directory, e);
    }
    throw misconfigured(settings, directory, null);
  }

  private static StorageException misconfigured(
      StoreSettings settings, String directory, @Nullable Throwable cause) {
    return new StorageException.Misconfigured(
        "cloud \"%s\": \"%s\" is not the absolute path of a folder; set the key \"%s\" to one"
            .formatted(settings.name(), directory, DIRECTORY),
        cause);
  }
}
