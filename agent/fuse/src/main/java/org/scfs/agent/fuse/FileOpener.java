package org.scfs.agent.fuse;

import java.util.Optional;
import java.util.OptionalLong;
import jnr.constants.platform.OpenFlags;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Caller;
import org.scfs.agent.vfs.CreatedFile;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.OpenMode;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.Vfs.CreateRequest;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;

/** Opens and creates files as {@code open(2)} does. Thread-safe. */
final class FileOpener {

  /** How often a file may appear and vanish again while we create it. */
  private static final int ATTEMPTS = 10;

  /** Permission, set-id and sticky bits. */
  private static final int PERMISSIONS = 07777;

  private final Vfs vfs;
  private final PathTable paths;
  private final HiddenFiles hidden;
  private final ToldAttributes told;
  private final OpenFiles files;

  FileOpener(Vfs vfs, PathTable paths, HiddenFiles hidden, ToldAttributes told, OpenFiles files) {
    this.vfs = vfs;
    this.paths = paths;
    this.hidden = hidden;
    this.told = told;
    this.files = files;
  }

  /**
   * Opens a file in its newest version.
   *
   * @return the number for the kernel; empty if the kernel must ask for the file's attributes again
   *     first, which ESTALE makes it do
   */
  OptionalLong open(String path, int flags, Caller caller) throws VfsException {
    OpenMode mode = mode(flags);
    if (HiddenFiles.isReserved(PathTable.name(path))) {
      return openHidden(path, mode, caller);
    }
    EntryName place = paths.place(path);
    for (int attempt = 1; ; attempt++) {
      Attributes latest = paths.latest(place);
      if (latest.type() == FileType.DIRECTORY) {
        throw new VfsException(Errno.EISDIR, path + " is a directory");
      }
      // An open that truncates makes the kernel forget the size anyway.
      if (!mode.truncate() && told.isOutdated(place, latest, caller.pid())) {
        return OptionalLong.empty();
      }
      try {
        return OptionalLong.of(open(latest.id(), path, mode, caller));
      } catch (VfsException e) {
        // Replaced or removed since it was looked up: the name tells which.
        if (e.errno() != Errno.ENOENT || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** One that is gone was reached by a name that means another file by now: look that up again. */
  private OptionalLong openHidden(String path, OpenMode mode, Caller caller) throws VfsException {
    Optional<Id128> node = hidden.node(PathTable.name(path));
    if (node.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(open(node.get(), path, mode, caller));
    } catch (VfsException e) {
      if (e.errno() == Errno.ENOENT) {
        return OptionalLong.empty();
      }
      throw e;
    }
  }

  private long open(Id128 node, String path, OpenMode mode, Caller caller) throws VfsException {
    return remember(vfs.open(node, mode, caller), node, path);
  }

  /**
   * Creates a file, or opens the one that somebody else created since the kernel looked, unless
   * O_EXCL forbids it.
   *
   * @return the number for the kernel
   */
  long create(String path, long mode, int flags, Caller caller) throws VfsException {
    EntryName place = paths.placeOfNew(path);
    OpenMode openMode = mode(flags);
    CreateRequest request = new CreateRequest((int) mode & PERMISSIONS, openMode, caller);
    boolean exclusive = isSet(flags, OpenFlags.O_EXCL);
    for (int attempt = 1; ; attempt++) {
      try {
        CreatedFile created = vfs.create(place.directory(), place.name(), request);
        return remember(created.handle(), created.attributes().id(), path);
      } catch (VfsException e) {
        if (exclusive || e.errno() != Errno.EEXIST) {
          throw e;
        }
      }
      try {
        return open(paths.latest(place).id(), path, openMode, caller);
      } catch (VfsException e) {
        if (e.errno() != Errno.ENOENT || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private long remember(FileHandle handle, Id128 node, String path) {
    files.add(new OpenFiles.OpenFile(handle, node, path));
    return handle.number();
  }

  private static OpenMode mode(int flags) {
    int access = flags & OpenFlags.O_ACCMODE.intValue();
    boolean truncate = isSet(flags, OpenFlags.O_TRUNC);
    boolean write =
        access == OpenFlags.O_WRONLY.intValue() || access == OpenFlags.O_RDWR.intValue();
    return new OpenMode(
        access != OpenFlags.O_WRONLY.intValue(),
        // Even a reader may empty the file while it opens it, and that needs the file's lock.
        write || truncate,
        isSet(flags, OpenFlags.O_APPEND),
        truncate);
  }

  private static boolean isSet(int flags, OpenFlags flag) {
    return (flags & flag.intValue()) != 0;
  }
}
