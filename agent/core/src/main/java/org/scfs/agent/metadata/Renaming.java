package org.scfs.agent.metadata;

import com.google.protobuf.ByteString;
import java.util.Optional;
import org.scfs.agent.metadata.NameSpace.Unlinked;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.tuple.DirectoryEntry;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.ports.Id128;

/**
 * Plans renames: one transaction, whatever lies below a moved directory, and never a cycle, as the
 * transaction requires that no directory above the new place has moved meanwhile.
 */
final class Renaming {

  private Renaming() {}

  static MetadataWriter.Result<Optional<Unlinked>> plan(
      MetadataEdit edit, EntryName from, EntryName to, RenameMode mode)
      throws VfsException, CoordinationException {
    DirectoryEntry moved =
        edit.view()
            .directory(from.directory())
            .entry(from.name())
            .orElseThrow(
                () -> new VfsException(Errno.ENOENT, "\"" + from.name() + "\" does not exist"));
    Optional<DirectoryEntry> there = edit.view().directory(to.directory()).entry(to.name());
    return switch (mode) {
      case EXCHANGE -> exchange(edit, new Move(from, to, moved), there);
      case NO_REPLACE -> {
        if (there.isPresent()) {
          throw new VfsException(Errno.EEXIST, "\"" + to.name() + "\" exists");
        }
        yield replace(edit, new Move(from, to, moved), there);
      }
      case REPLACE -> replace(edit, new Move(from, to, moved), there);
    };
  }

  private record Move(EntryName from, EntryName to, DirectoryEntry entry) {
    boolean isDirectory() {
      return entry.getType() == ObjectType.DIRECTORY;
    }
  }

  private static MetadataWriter.Result<Optional<Unlinked>> exchange(
      MetadataEdit edit, Move move, Optional<DirectoryEntry> there)
      throws VfsException, CoordinationException {
    DirectoryEntry other =
        there.orElseThrow(
            () -> new VfsException(Errno.ENOENT, "\"" + move.to.name() + "\" does not exist"));
    if (!other.getId().equals(move.entry.getId())) {
      changeParent(edit, move);
      changeParent(edit, new Move(move.to, move.from, other));
      edit.putEntry(move.from.directory(), move.from.name(), other);
      edit.putEntry(move.to.directory(), move.to.name(), move.entry);
    }
    return locks -> Optional.empty();
  }

  private static MetadataWriter.Result<Optional<Unlinked>> replace(
      MetadataEdit edit, Move move, Optional<DirectoryEntry> there)
      throws VfsException, CoordinationException {
    if (there.isPresent() && there.get().getId().equals(move.entry.getId())) {
      return locks -> Optional.empty(); // two names of one object: POSIX leaves both
    }
    changeParent(edit, move);
    Optional<Unlinked> replaced =
        there.isPresent() ? Optional.of(removeReplaced(edit, move, there.get())) : Optional.empty();
    edit.removeEntry(move.from.directory(), move.from.name());
    edit.putEntry(move.to.directory(), move.to.name(), move.entry);
    return locks -> replaced;
  }

  private static Unlinked removeReplaced(MetadataEdit edit, Move move, DirectoryEntry there)
      throws VfsException, CoordinationException {
    boolean isDirectory = there.getType() == ObjectType.DIRECTORY;
    if (move.isDirectory() && !isDirectory) {
      throw new VfsException(Errno.ENOTDIR, "\"" + move.to.name() + "\" is no directory");
    }
    if (!move.isDirectory() && isDirectory) {
      throw new VfsException(Errno.EISDIR, "\"" + move.to.name() + "\" is a directory");
    }
    if (isDirectory) {
      return new Unlinked(removeEmptyDirectory(edit, Bucket.id(there)));
    }
    TupleVersion object = edit.view().tuple(Bucket.id(there));
    edit.unlink(object);
    return new Unlinked(object);
  }

  static TupleVersion removeEmptyDirectory(MetadataEdit edit, Id128 id)
      throws VfsException, CoordinationException {
    Directory directory = edit.view().directory(id);
    if (!directory.isEmpty()) {
      throw new VfsException(Errno.ENOTEMPTY, "the directory is not empty");
    }
    TupleVersion object = edit.view().tuple(id);
    edit.removeDirectory(object, directory);
    return object;
  }

  private static void changeParent(MetadataEdit edit, Move move)
      throws VfsException, CoordinationException {
    if (!move.isDirectory() || move.from.directory().equals(move.to.directory())) {
      return;
    }
    Id128 moved = Bucket.id(move.entry);
    Id128 above = move.to.directory();
    while (true) {
      if (above.equals(moved)) {
        throw new VfsException(Errno.EINVAL, "a directory cannot move into itself");
      }
      TupleVersion ancestor = edit.view().tuple(above);
      edit.check(ancestor);
      if (ancestor.tuple().getParent().isEmpty()) {
        break;
      }
      above = Id128.fromBytes(ancestor.tuple().getParent().toByteArray());
    }
    TupleVersion object = edit.view().tuple(moved);
    edit.set(
        object,
        object.tuple().toBuilder()
            .setParent(ByteString.copyFrom(move.to.directory().toBytes()))
            .setChanged(Times.toTimestamp(edit.now()))
            .build());
  }
}
