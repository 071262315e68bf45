package org.scfs.agent.vfs;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.scfs.ports.Id128;

/**
 * A mounted volume: the operations that a front end offers to the kernel. Thread-safe. Calls block;
 * {@link #lookup}, {@link #attributes} and {@link #list} never wait for a cloud, only for the
 * coordination service.
 *
 * <p>Names are single path components. Permission by mode bits is the front end's duty (the kernel
 * checks it for FUSE); this interface keeps the rules that concern the name space itself.
 */
public interface Vfs {

  /** The id of the root directory. */
  Id128 root();

  /**
   * Finds an entry of a directory.
   *
   * @return the object's attributes, or empty if there is no such entry
   */
  Optional<Attributes> lookup(Id128 directory, String name, Freshness freshness)
      throws VfsException;

  /** The attributes of an object, which may be unlinked if it is still open here. */
  Attributes attributes(Id128 node) throws VfsException;

  /** Changes attributes and returns them as they are after. */
  Attributes setAttributes(Id128 node, AttributeChange change) throws VfsException;

  /** Creates a file or special file without opening it. */
  Attributes make(Id128 directory, String name, NewObject object, Caller caller)
      throws VfsException;

  /** Creates a regular file that must not exist, and opens it, in one step. */
  CreatedFile create(Id128 directory, String name, CreateRequest request) throws VfsException;

  /** What {@link #create} needs to know. */
  record CreateRequest(int mode, OpenMode open, Caller caller) {}

  /** Creates a directory; the mode has the caller's umask applied. */
  Attributes makeDirectory(Id128 directory, String name, int mode, Caller caller)
      throws VfsException;

  /** Creates a symbolic link. */
  Attributes makeSymlink(Id128 directory, String name, String target, Caller caller)
      throws VfsException;

  /** Where a symbolic link points to. */
  String readSymlink(Id128 node) throws VfsException;

  /** Gives an object other than a directory one more name. */
  Attributes link(Id128 node, Id128 directory, String name) throws VfsException;

  /** Removes a name of an object other than a directory. Open handles go on. */
  void unlink(Id128 directory, String name) throws VfsException;

  /** Removes an empty directory. */
  void removeDirectory(Id128 directory, String name) throws VfsException;

  /** Moves an entry, of whatever type, in one atomic step. */
  void rename(EntryName from, EntryName to, RenameMode mode) throws VfsException;

  /** An entry by its place: the directory and the name in it. */
  record EntryName(Id128 directory, String name) {}

  /** The entries of a directory, without {@code .} and {@code ..}, as they are now. */
  List<DirectoryItem> list(Id128 directory) throws VfsException;

  /** Opens a regular file. For writing, this takes the file's lock. */
  FileHandle open(Id128 node, OpenMode mode, Caller caller) throws VfsException;

  /**
   * Reads into the buffer, which may be direct memory of the transport.
   *
   * @return how many bytes were read; fewer than the buffer takes only at the end of the file
   */
  int read(FileHandle handle, long offset, ByteBuffer into) throws VfsException;

  /** Writes all bytes of the buffer; the offset does not matter for an append handle. */
  void write(FileHandle handle, long offset, ByteBuffer from) throws VfsException;

  /** Makes what was written durable on the local disk (level 1). */
  void fsync(FileHandle handle) throws VfsException;

  /** One descriptor of the handle was closed: commits what was written, as the mode demands. */
  void flush(FileHandle handle) throws VfsException;

  /** The last descriptor is closed: frees the handle. Never fails. */
  void release(FileHandle handle);

  /** The object behind an open handle. */
  Attributes attributes(FileHandle handle) throws VfsException;

  /** Size and free space. */
  FileSystemStatistics statistics() throws VfsException;

  /** The value of an extended attribute, or empty. */
  Optional<byte[]> xattr(Id128 node, String name) throws VfsException;

  /** The names of an object's extended attributes. */
  List<String> xattrNames(Id128 node) throws VfsException;

  /** Sets an extended attribute; ENODATA or EEXIST as the mode demands. */
  void setXattr(Id128 node, String name, byte[] value, XattrMode mode) throws VfsException;

  /** Removes an extended attribute; ENODATA if there is none. */
  void removeXattr(Id128 node, String name) throws VfsException;
}
