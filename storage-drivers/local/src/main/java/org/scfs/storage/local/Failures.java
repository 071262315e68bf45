package org.scfs.storage.local;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.scfs.storage.StorageException;

/** Says what the errors of the file system mean for one cloud. Thread-safe. */
final class Failures {

  /**
   * What failed.
   *
   * @param description what was done, such as {@code cannot read object x}
   * @param bytes how much space it needed
   */
  record Call(String description, long bytes) {}

  private final String cloud;
  private final StoreFolder store;

  Failures(String cloud, StoreFolder store) {
    this.cloud = cloud;
    this.store = store;
  }

  /** The error to report; the thread's interrupt flag is set if it was interrupted. */
  StorageException translate(Call call, IOException e) {
    String message = "cloud \"" + cloud + "\" " + call.description() + ": " + reason(e);
    if (e instanceof ClosedByInterruptException) {
      Thread.currentThread().interrupt();
      return new StorageException.Interrupted(message, e);
    }
    if (e instanceof FileAlreadyExistsException) {
      return new StorageException.AlreadyExists(message, e);
    }
    try {
      store.checkPresent();
    } catch (IOException root) {
      return translateRoot(root);
    }
    if (e instanceof AccessDeniedException) {
      return new StorageException.Denied(message + "; check owner and permissions", e);
    }
    if (isFull(e, call.bytes())) {
      return new StorageException.Full(message + "; make space on its disk", e);
    }
    return new StorageException.Unavailable(message, e);
  }

  StorageException closed() {
    return new StorageException.Unavailable("cloud \"" + cloud + "\" is closed", null);
  }

  private StorageException translateRoot(IOException e) {
    String folder = "the folder " + store.root() + " of cloud \"" + cloud + "\" ";
    return switch (e) {
      case NoSuchFileException _ ->
          new StorageException.Unavailable(folder + "is not there: mount it or create it", e);
      case AccessDeniedException _ ->
          new StorageException.Denied(folder + "is closed to you: check owner and permissions", e);
      case NotDirectoryException _ ->
          new StorageException.Misconfigured(folder + "is a file: put a folder in its place", e);
      default -> new StorageException.Unavailable(folder + "cannot be read: " + reason(e), e);
    };
  }

  private boolean isFull(IOException e, long bytes) {
    String reason = reason(e);
    if (reason.contains("No space left on device") || reason.contains("Disk quota exceeded")) {
      return true;
    }
    try {
      // The system speaks the user's language, so its words alone do not tell.
      return bytes > 0 && Files.getFileStore(store.root()).getUsableSpace() < bytes;
    } catch (IOException _) {
      return false;
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> missing.getFile() + " is missing";
      case AccessDeniedException denied when denied.getReason() == null ->
          denied.getFile() + ": permission denied";
      case FileAlreadyExistsException existing -> existing.getFile() + " exists";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      case FileSystemException other -> other.getFile() + ": " + other.getReason();
      case ClosedByInterruptException _ -> "interrupted";
      default -> String.valueOf(e.getMessage());
    };
  }
}
