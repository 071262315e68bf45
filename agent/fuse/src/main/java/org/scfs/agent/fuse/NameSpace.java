package org.scfs.agent.fuse;

import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;

/**
 * Takes names away and moves them, with regard to files that are unlinked while they are open.
 * Thread-safe.
 *
 * <p>When a rename replaces a file that is open on this mount, libfuse 2 first hides that file and
 * then asks for the rename, and the first request alone cannot be told from an unlink. What the
 * calling thread asked of the kernel tells: in a rename, the file is left to be replaced in the one
 * step that follows. Where that cannot be found out, as for a thread of another pid name space, the
 * file is unlinked first: for the time of one round trip the new name does not exist, and should
 * the agent die or lose the coordination service just then, the rename has failed and the replaced
 * file is unlinked, while the file under the old name is untouched.
 */
final class NameSpace {

  private final Vfs vfs;
  private final PathTable paths;
  private final HiddenFiles hidden;
  private final ToldAttributes told;

  NameSpace(Vfs vfs, PathTable paths, HiddenFiles hidden, ToldAttributes told) {
    this.vfs = vfs;
    this.paths = paths;
    this.hidden = hidden;
    this.told = told;
  }

  /** Removes a name of an object other than a directory. */
  void unlink(String path) throws VfsException {
    if (!hidden.forget(PathTable.name(path))) {
      EntryName place = paths.place(path);
      vfs.unlink(place.directory(), place.name());
    }
  }

  /** Removes an empty directory. */
  void removeDirectory(String path) throws VfsException {
    EntryName place = paths.place(path);
    Id128 directory = paths.node(path);
    vfs.removeDirectory(place.directory(), place.name());
    hidden.forgetDirectory(directory);
  }

  /** Gives an object one more name. */
  void link(String from, String to) throws VfsException {
    EntryName place = paths.placeOfNew(to);
    vfs.link(paths.node(from), place.directory(), place.name());
  }

  /**
   * Moves an entry; or, if libfuse wants to hide an open file, unlinks that.
   *
   * @param thread whose call it is
   */
  void rename(String from, String to, int thread) throws VfsException {
    String newName = PathTable.name(to);
    if (hidden.isNextName(newName)) {
      if (!hidden.move(PathTable.name(from), newName)) {
        hide(from, to, CallerSyscall.isRename(thread));
      }
      return;
    }
    EntryName source = paths.place(from);
    EntryName target = paths.placeOfNew(to);
    if (hidden.node(source.name()).isPresent()) {
      throw new VfsException(Errno.EPERM, from + " is unlinked, only still open");
    }
    vfs.rename(source, target, RenameMode.REPLACE);
    told.move(source, target);
  }

  private void hide(String from, String to, boolean replaced) throws VfsException {
    EntryName source = paths.place(from);
    Attributes file = paths.attributes(from);
    if (file.type() == FileType.DIRECTORY
        || !source.directory().equals(paths.place(to).directory())) {
      throw new VfsException(Errno.EPERM, "the name " + to + " is reserved");
    }
    if (!replaced) {
      vfs.unlink(source.directory(), source.name());
    }
    hidden.add(PathTable.name(to), file.id(), source.directory());
  }
}
