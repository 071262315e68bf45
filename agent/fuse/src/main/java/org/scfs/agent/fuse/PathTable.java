package org.scfs.agent.fuse;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;

/**
 * Finds the nodes behind the absolute paths that libfuse hands out. Thread-safe.
 *
 * <p>It remembers nothing itself, except hidden names: the file system below has its own cache and
 * keeps it coherent. Before anything is said not to exist, the newest state is asked.
 */
final class PathTable {

  private static final int LONGEST_NAME_BYTES = 255;

  /** What the decoder puts in place of bytes that are not UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  private final Vfs vfs;
  private final HiddenFiles hidden;

  PathTable(Vfs vfs, HiddenFiles hidden) {
    this.vfs = vfs;
    this.hidden = hidden;
  }

  /** The last component, which is empty for the root. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** The object's node. */
  Id128 node(String path) throws VfsException {
    return attributes(path).id();
  }

  /** The object's attributes, as old as the cache below allows. */
  Attributes attributes(String path) throws VfsException {
    Optional<Attributes> unnamed = unnamed(path);
    return unnamed.isPresent() ? unnamed.get() : attributes(place(path));
  }

  /** Like {@link #attributes(String)}, for an entry. */
  Attributes attributes(EntryName place) throws VfsException {
    Optional<Attributes> cached = vfs.lookup(place.directory(), place.name(), Freshness.CACHED);
    return cached.isPresent() ? cached.get() : latest(place);
  }

  /** The attributes of what no entry of the volume names: the root and hidden files. */
  Optional<Attributes> unnamed(String path) throws VfsException {
    if (isRoot(path)) {
      return Optional.of(vfs.attributes(vfs.root()));
    }
    Optional<Id128> node = hidden.node(name(path));
    return node.isPresent() ? Optional.of(hiddenAttributes(node.get())) : Optional.empty();
  }

  /** The object's attributes as of the last close that completed anywhere. */
  Attributes latest(EntryName place) throws VfsException {
    return vfs.lookup(place.directory(), place.name(), Freshness.LATEST)
        .orElseThrow(() -> missing(place.name()));
  }

  /** The entry's directory and name; the directory exists, the entry need not. */
  EntryName place(String path) throws VfsException {
    if (isRoot(path)) {
      throw new VfsException(Errno.EBUSY, "the root of a mount has no name");
    }
    Id128 directory = vfs.root();
    int start = 1;
    for (int end = path.indexOf('/', start); end >= 0; end = path.indexOf('/', start)) {
      directory = subdirectory(new EntryName(directory, path.substring(start, end)), path);
      start = end + 1;
    }
    return new EntryName(directory, checkText(path.substring(start)));
  }

  /** Like {@link #place}, for an entry that is to be made: its name must be free for users. */
  EntryName placeOfNew(String path) throws VfsException {
    EntryName place = place(path);
    if (HiddenFiles.isReserved(place.name())) {
      throw new VfsException(
          Errno.EPERM, "names like " + place.name() + " stand for unlinked files that are open");
    }
    return place;
  }

  /**
   * Checks text that comes from the kernel.
   *
   * @throws VfsException ENAMETOOLONG; EILSEQ if its bytes were not UTF-8
   */
  private static String checkText(String name) throws VfsException {
    checkEncoding(name);
    if (name.length() > LONGEST_NAME_BYTES
        || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME_BYTES) {
      throw new VfsException(Errno.ENAMETOOLONG, "a name has at most 255 bytes");
    }
    return name;
  }

  /** Refuses text whose bytes were not UTF-8: two such names could not be told apart. */
  static String checkEncoding(String text) throws VfsException {
    if (text.indexOf(REPLACEMENT) >= 0) {
      throw new VfsException(Errno.EILSEQ, "not valid UTF-8: " + text);
    }
    return text;
  }

  private static boolean isRoot(String path) {
    return path.equals("/");
  }

  private Id128 subdirectory(EntryName place, String path) throws VfsException {
    checkText(place.name());
    Optional<Attributes> cached =
        vfs.lookup(place.directory(), place.name(), Freshness.CACHED)
            .filter(found -> found.type() == FileType.DIRECTORY);
    if (cached.isPresent()) {
      return cached.get().id();
    }
    Attributes latest =
        vfs.lookup(place.directory(), place.name(), Freshness.LATEST)
            .orElseThrow(() -> missing(path));
    if (latest.type() != FileType.DIRECTORY) {
      throw new VfsException(Errno.ENOTDIR, place.name() + " in " + path + " is no directory");
    }
    return latest.id();
  }

  /** libfuse takes one link off a hidden file, thinking of the hidden name. */
  private Attributes hiddenAttributes(Id128 node) throws VfsException {
    Attributes found = vfs.attributes(node);
    if (found.links() == 0) {
      return found;
    }
    return new Attributes(
        found.id(),
        found.type(),
        found.mode(),
        found.owner(),
        found.links() + 1,
        found.size(),
        found.times(),
        found.device());
  }

  private static VfsException missing(String path) {
    return new VfsException(Errno.ENOENT, "no such object: " + path);
  }
}
