package org.scfs.agent.fuse;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Caller;
import org.scfs.agent.vfs.CreatedFile;
import org.scfs.agent.vfs.DirectoryItem;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.FileSystemStatistics;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.NewObject;
import org.scfs.agent.vfs.OpenMode;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.VfsException;
import org.scfs.agent.vfs.XattrMode;
import org.scfs.ports.Id128;

/** A file system in memory that obeys POSIX, records what it was asked and fails on demand. */
final class MemoryVfs implements Vfs {

  /** What a test makes a call do before its work, such as to throw. */
  @FunctionalInterface
  interface Hook {
    void run() throws VfsException;
  }

  /** Calls by name, such as {@code unlink a.txt}, in order. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  /** What to do before an operation, by its name. */
  final Map<String, Hook> hooks = new ConcurrentHashMap<>();

  /** Names that a cached lookup does not know. */
  final Set<String> unknownToCache = ConcurrentHashMap.newKeySet();

  private static final class Node {
    final Id128 id;
    final FileType type;
    final long device;
    final TreeMap<String, Node> children = new TreeMap<>();
    final Map<String, byte[]> xattrs = new HashMap<>();
    int mode;
    int uid;
    int gid;
    int links = 1;
    byte[] data = new byte[0];
    int size;
    String target = "";
    Instant accessed = Instant.now();
    Instant modified = accessed;
    Instant changed = accessed;

    Node(Id128 id, FileType type, int mode, long device) {
      this.id = id;
      this.type = type;
      this.mode = mode;
      this.device = device;
    }

    void resize(long newSize) {
      int wanted = (int) newSize;
      if (wanted > data.length) {
        data = Arrays.copyOf(data, Math.max(wanted, data.length * 2));
      }
      if (wanted < size) {
        Arrays.fill(data, wanted, size, (byte) 0);
      }
      size = wanted;
      modified = Instant.now();
      changed = modified;
    }

    Attributes attributes() {
      return new Attributes(
          id,
          type,
          mode,
          new Attributes.Owner(uid, gid),
          links,
          type == FileType.SYMLINK ? target.length() : size,
          new Attributes.Times(accessed, modified, changed),
          device);
    }
  }

  private record OpenFile(Node node, OpenMode mode) {}

  private final Map<Id128, Node> nodes = new HashMap<>();
  private final Map<Long, OpenFile> handles = new HashMap<>();
  private final Node root = newNode(FileType.DIRECTORY, 0755, 0);
  private long lastNumber;

  private Node newNode(FileType type, int mode, long device) {
    Node node = new Node(new Id128(7, ++lastNumber + 100), type, mode, device);
    nodes.put(node.id, node);
    return node;
  }

  private void begin(String operation, Object detail) throws VfsException {
    calls.add(operation + " " + detail);
    @Nullable Hook hook = hooks.get(operation);
    if (hook != null) {
      hook.run();
    }
  }

  /** Open handles that were not released. */
  synchronized int openHandles() {
    return handles.size();
  }

  /** Replaces a file's contents as another agent's close would. */
  synchronized void changeElsewhere(String name, byte[] contents) throws VfsException {
    Node node = child(root, name);
    node.resize(contents.length);
    System.arraycopy(contents, 0, node.data, 0, contents.length);
  }

  private Node node(Id128 id) throws VfsException {
    @Nullable Node node = nodes.get(id);
    if (node == null) {
      throw new VfsException(Errno.ENOENT, "no node " + id);
    }
    return node;
  }

  private Node directory(Id128 id) throws VfsException {
    Node node = node(id);
    if (node.type != FileType.DIRECTORY) {
      throw new VfsException(Errno.ENOTDIR, "no directory");
    }
    return node;
  }

  private static Node child(Node directory, String name) throws VfsException {
    @Nullable Node child = directory.children.get(name);
    if (child == null) {
      throw new VfsException(Errno.ENOENT, name);
    }
    return child;
  }

  private OpenFile handle(FileHandle handle) throws VfsException {
    @Nullable OpenFile open = handles.get(handle.number());
    if (open == null) {
      throw new VfsException(Errno.EBADF, "not open");
    }
    return open;
  }

  private void put(Id128 directory, String name, Node node) throws VfsException {
    if (directory(directory).children.putIfAbsent(name, node) != null) {
      nodes.remove(node.id);
      throw new VfsException(Errno.EEXIST, name);
    }
  }

  private void drop(Node node) {
    node.links--;
    node.changed = Instant.now();
    forgetIfUnused(node);
  }

  private void forgetIfUnused(Node node) {
    if (node.links == 0 && handles.values().stream().noneMatch(open -> open.node == node)) {
      nodes.remove(node.id);
    }
  }

  @Override
  public Id128 root() {
    return root.id;
  }

  @Override
  public synchronized Optional<Attributes> lookup(Id128 directory, String name, Freshness freshness)
      throws VfsException {
    begin("lookup", name + " " + freshness);
    if (freshness == Freshness.CACHED && unknownToCache.contains(name)) {
      return Optional.empty();
    }
    return Optional.ofNullable(directory(directory).children.get(name)).map(Node::attributes);
  }

  @Override
  public synchronized Attributes attributes(Id128 node) throws VfsException {
    return node(node).attributes();
  }

  @Override
  public synchronized Attributes setAttributes(Id128 id, AttributeChange change)
      throws VfsException {
    begin("setAttributes", change);
    Node node = node(id);
    change.mode().ifPresent(mode -> node.mode = mode);
    change.uid().ifPresent(uid -> node.uid = uid);
    change.gid().ifPresent(gid -> node.gid = gid);
    change.size().ifPresent(node::resize);
    change.accessed().ifPresent(instant -> node.accessed = instant);
    change.modified().ifPresent(instant -> node.modified = instant);
    node.changed = Instant.now();
    return node.attributes();
  }

  private Node makeNode(Id128 directory, String name, NewObject object, Caller caller)
      throws VfsException {
    Node node = newNode(object.type(), object.mode(), object.device());
    node.uid = caller.uid();
    node.gid = caller.gid();
    put(directory, name, node);
    return node;
  }

  @Override
  public synchronized Attributes make(Id128 directory, String name, NewObject object, Caller caller)
      throws VfsException {
    begin("make", name);
    return makeNode(directory, name, object, caller).attributes();
  }

  @Override
  public synchronized CreatedFile create(Id128 directory, String name, CreateRequest request)
      throws VfsException {
    begin("create", name);
    NewObject object = NewObject.regular(request.mode());
    Node node = makeNode(directory, name, object, request.caller());
    return new CreatedFile(node.attributes(), newHandle(node, request.open()));
  }

  @Override
  public synchronized Attributes makeDirectory(
      Id128 directory, String name, int mode, Caller caller) throws VfsException {
    begin("makeDirectory", name);
    NewObject object = new NewObject(FileType.DIRECTORY, mode, 0);
    return makeNode(directory, name, object, caller).attributes();
  }

  @Override
  public synchronized Attributes makeSymlink(
      Id128 directory, String name, String target, Caller caller) throws VfsException {
    begin("makeSymlink", name);
    Node node = makeNode(directory, name, new NewObject(FileType.SYMLINK, 0777, 0), caller);
    node.target = target;
    return node.attributes();
  }

  @Override
  public synchronized String readSymlink(Id128 node) throws VfsException {
    return node(node).target;
  }

  @Override
  public synchronized Attributes link(Id128 id, Id128 directory, String name) throws VfsException {
    begin("link", name);
    Node node = node(id);
    if (directory(directory).children.putIfAbsent(name, node) != null) {
      throw new VfsException(Errno.EEXIST, name);
    }
    node.links++;
    return node.attributes();
  }

  @Override
  public synchronized void unlink(Id128 directory, String name) throws VfsException {
    begin("unlink", name);
    Node parent = directory(directory);
    Node node = child(parent, name);
    if (node.type == FileType.DIRECTORY) {
      throw new VfsException(Errno.EISDIR, name);
    }
    parent.children.remove(name);
    drop(node);
  }

  @Override
  public synchronized void removeDirectory(Id128 directory, String name) throws VfsException {
    begin("removeDirectory", name);
    Node parent = directory(directory);
    removeEmpty(parent, name, child(parent, name));
  }

  private void removeEmpty(Node parent, String name, Node node) throws VfsException {
    if (!node.children.isEmpty()) {
      throw new VfsException(Errno.ENOTEMPTY, name);
    }
    parent.children.remove(name);
    drop(node);
  }

  @Override
  public synchronized void rename(EntryName from, EntryName to, RenameMode mode)
      throws VfsException {
    begin("rename", from.name() + " " + to.name());
    Node source = directory(from.directory());
    Node target = directory(to.directory());
    Node moved = child(source, from.name());
    @Nullable Node replaced = target.children.get(to.name());
    if (replaced == moved) {
      return;
    }
    if (replaced != null) {
      removeEmpty(target, to.name(), replaced);
    }
    source.children.remove(from.name());
    target.children.put(to.name(), moved);
  }

  @Override
  public synchronized List<DirectoryItem> list(Id128 directory) throws VfsException {
    begin("list", directory);
    List<DirectoryItem> items = new ArrayList<>();
    directory(directory)
        .children
        .forEach((name, node) -> items.add(new DirectoryItem(name, node.id, node.type)));
    return items;
  }

  @Override
  public FileHandle open(Id128 node, OpenMode mode, Caller caller) throws VfsException {
    begin("open", mode);
    synchronized (this) {
      return newHandle(node(node), mode);
    }
  }

  private FileHandle newHandle(Node node, OpenMode mode) {
    if (mode.truncate()) {
      node.resize(0);
    }
    FileHandle handle = new FileHandle(++lastNumber);
    handles.put(handle.number(), new OpenFile(node, mode));
    return handle;
  }

  @Override
  public int read(FileHandle handle, long offset, ByteBuffer into) throws VfsException {
    begin("read", handle);
    synchronized (this) {
      Node node = handle(handle).node;
      int count = (int) Math.max(0, Math.min(into.remaining(), node.size - offset));
      into.put(node.data, (int) Math.min(offset, node.size), count);
      return count;
    }
  }

  @Override
  public synchronized void write(FileHandle handle, long offset, ByteBuffer from)
      throws VfsException {
    begin("write", handle);
    OpenFile open = handle(handle);
    Node node = open.node;
    int start = open.mode.append() ? node.size : (int) offset;
    int count = from.remaining();
    node.resize(Math.max(node.size, start + count));
    from.get(node.data, start, count);
  }

  @Override
  public void fsync(FileHandle handle) throws VfsException {
    begin("fsync", handle);
  }

  @Override
  public void flush(FileHandle handle) throws VfsException {
    begin("flush", handle);
  }

  @Override
  public synchronized void release(FileHandle handle) {
    calls.add("release " + handle);
    @Nullable OpenFile open = handles.remove(handle.number());
    if (open != null) {
      forgetIfUnused(open.node);
    }
  }

  @Override
  public synchronized Attributes attributes(FileHandle handle) throws VfsException {
    return handle(handle).node.attributes();
  }

  @Override
  public FileSystemStatistics statistics() throws VfsException {
    begin("statistics", "");
    return new FileSystemStatistics(4096, 1000, 600, 255);
  }

  @Override
  public synchronized Optional<byte[]> xattr(Id128 node, String name) throws VfsException {
    begin("xattr", name);
    return Optional.ofNullable(node(node).xattrs.get(name));
  }

  @Override
  public synchronized List<String> xattrNames(Id128 node) throws VfsException {
    return List.copyOf(node(node).xattrs.keySet());
  }

  @Override
  public synchronized void setXattr(Id128 id, String name, byte[] value, XattrMode mode)
      throws VfsException {
    Map<String, byte[]> xattrs = node(id).xattrs;
    if (mode == XattrMode.CREATE && xattrs.containsKey(name)) {
      throw new VfsException(Errno.EEXIST, name);
    }
    if (mode == XattrMode.REPLACE && !xattrs.containsKey(name)) {
      throw new VfsException(Errno.ENODATA, name);
    }
    xattrs.put(name, value);
  }

  @Override
  public synchronized void removeXattr(Id128 id, String name) throws VfsException {
    if (node(id).xattrs.remove(name) == null) {
      throw new VfsException(Errno.ENODATA, name);
    }
  }
}
