package org.scfs.agent.openfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.anchor.Anchor;
import org.scfs.agent.cache.CachedFile;
import org.scfs.agent.metadata.NameSpace;
import org.scfs.agent.metadata.TupleVersion;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.OpenMode;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.tuple.DataVersion;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Id128;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table of open files. Thread-safe.
 *
 * <p>Opening and closing one file happen one after the other, under the lock for its id; that lock
 * is taken before any lock of {@link OpenFile}.
 */
public final class OpenFiles {

  private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);

  /** A file and who uses it; counted under the lock for its id. */
  private static final class Shared {
    final OpenFile file;
    int handles;
    final AtomicInteger writers = new AtomicInteger();

    Shared(OpenFile file) {
      this.file = file;
    }
  }

  private record Handle(Shared shared, OpenMode mode) {}

  private final FileServices services;
  private final KeyedLocks<Id128> opening = new KeyedLocks<>();

  /** The newest version of each open file; older ones live on in their handles only. */
  private final Map<Id128, Shared> current = new ConcurrentHashMap<>();

  private final Map<Long, Handle> handles = new ConcurrentHashMap<>();
  private final AtomicLong nextHandle = new AtomicLong(1);

  /** A table without open files. */
  public OpenFiles(FileServices services) {
    this.services = services;
  }

  /** Opens a regular file. */
  public FileHandle open(Id128 id, OpenMode mode) throws VfsException {
    try (KeyedLocks.Held _ = opening.lock(id)) {
      Shared shared = mode.write() ? openForWriting(id) : openForReading(id);
      if (mode.truncate() && mode.write()) {
        shared.file.truncate(0);
      }
      return register(shared, mode);
    } catch (IOException e) {
      throw OpenFile.diskFailure(e);
    }
  }

  private Shared openForReading(Id128 id) throws VfsException, IOException {
    @Nullable Shared shared = current.get(id);
    if (shared != null && shared.file.isBeingWritten()) {
      return shared;
    }
    TupleVersion tuple = services.names().tuple(id, Freshness.CACHED);
    return shared != null && shared.file.isOn(tuple.tuple().getData())
        ? shared
        : put(new Shared(openFile(tuple, null)));
  }

  private Shared openForWriting(Id128 id) throws VfsException, IOException {
    @Nullable Shared shared = current.get(id);
    if (shared != null && shared.file.isBeingWritten() && !shared.file.isSuperseded()) {
      return shared;
    }
    if (shared != null && shared.file.isDirty()) {
      keepFirst(shared.file);
    }
    Anchor.Locked locked = services.anchor().lock(id);
    try {
      if (shared != null && shared.file.isOn(locked.tuple().tuple().getData())) {
        shared.file.lockedForWriting(locked);
        return shared;
      }
      return put(new Shared(openFile(locked.tuple(), locked.lock())));
    } catch (IOException | VfsException e) {
      services.anchor().release(locked.lock());
      throw e;
    }
  }

  /** Changes that came too late must be safe before new ones take their place on the disk. */
  private static void keepFirst(OpenFile superseded) throws VfsException {
    try {
      superseded.commit(true);
    } catch (VfsException e) {
      if (superseded.isDirty()) {
        throw new VfsException(
            Errno.EIO, "earlier changes still wait to be kept as a conflict copy", e);
      }
    }
  }

  private Shared put(Shared shared) {
    current.put(shared.file.id(), shared);
    return shared;
  }

  private OpenFile openFile(TupleVersion tuple, @Nullable Lock lock)
      throws IOException, VfsException {
    Tuple metadata = tuple.tuple();
    if (metadata.getType() != ObjectType.REGULAR) {
      throw new VfsException(
          metadata.getType() == ObjectType.DIRECTORY ? Errno.EISDIR : Errno.EINVAL,
          "only a regular file can be opened");
    }
    DataVersion data = metadata.getData();
    CachedFile cached =
        data.getManifestHash().isEmpty()
            ? services.cache().openEmpty()
            : services
                .cache()
                .open(services.versions().wanted(tuple.id(), data, metadata.getSize()));
    return new OpenFile(services, new LocalTuple(tuple, metadata), cached, lock);
  }

  private FileHandle register(Shared shared, OpenMode mode) {
    shared.handles++;
    if (mode.write()) {
      shared.writers.incrementAndGet();
    }
    long number = nextHandle.getAndIncrement();
    handles.put(number, new Handle(shared, mode));
    return new FileHandle(number);
  }

  /** Creates a file, and opens it with its lock held from the first moment. */
  public CreatedOpen create(EntryName place, Tuple tuple, OpenMode mode) throws VfsException {
    Id128 id = services.environment().ids().next();
    try (KeyedLocks.Held _ = opening.lock(id)) {
      NameSpace.Created created =
          services.names().createLocked(place, id, tuple, services.anchor().request(id));
      Shared shared = put(new Shared(openFile(created.tuple(), created.lock().orElse(null))));
      return new CreatedOpen(created.tuple(), register(shared, mode));
    } catch (IOException e) {
      throw OpenFile.diskFailure(e);
    }
  }

  /** A file that was just created. */
  public record CreatedOpen(TupleVersion tuple, FileHandle handle) {}

  private Handle handle(FileHandle handle) throws VfsException {
    @Nullable Handle found = handles.get(handle.number());
    if (found == null) {
      throw new VfsException(Errno.EBADF, "file handle " + handle.number() + " is not open");
    }
    return found;
  }

  /** Reads from an open file. */
  public int read(FileHandle handle, long offset, ByteBuffer into) throws VfsException {
    return handle(handle).shared.file.read(offset, into);
  }

  /** Writes to an open file. */
  public void write(FileHandle handle, long offset, ByteBuffer from) throws VfsException {
    Handle open = handle(handle);
    if (!open.mode.write()) {
      throw new VfsException(Errno.EBADF, "the file is open for reading only");
    }
    if (open.mode.append()) {
      open.shared.file.append(from);
    } else {
      open.shared.file.write(offset, from);
    }
  }

  /** Makes an open file durable on the local disk. */
  public void fsync(FileHandle handle) throws VfsException {
    handle(handle).shared.file.fsync();
  }

  /** Commits what was written through any handle of the file. */
  public void flush(FileHandle handle) throws VfsException {
    Handle open = handle(handle);
    if (open.mode.write()) {
      open.shared.file.commit(open.shared.writers.get() <= 1);
    }
  }

  /** Frees a handle. What could not be committed stays, and is tried again. */
  public void release(FileHandle handle) {
    @Nullable Handle open = handles.remove(handle.number());
    if (open == null) {
      return;
    }
    Shared shared = open.shared;
    try (KeyedLocks.Held _ = opening.lock(shared.file.id())) {
      shared.handles--;
      if (open.mode.write() && shared.writers.decrementAndGet() == 0) {
        shared.file.writersGone();
      }
      if (shared.handles == 0 && (!isStranded(shared) || shared.file.isUnlinked())) {
        forget(shared);
      }
    }
  }

  private static boolean isStranded(Shared shared) {
    return shared.handles == 0 && shared.file.isBeingWritten();
  }

  private void forget(Shared shared) {
    current.remove(shared.file.id(), shared);
    shared.file.close();
  }

  /** The attributes of an open file as its handle sees them. */
  public Attributes attributes(FileHandle handle) throws VfsException {
    OpenFile file = handle(handle).shared.file;
    if (file.isBeingWritten() || file.isUnlinked()) {
      return file.attributes();
    }
    return services.names().tuple(file.id(), Freshness.CACHED).attributes();
  }

  /** What the name space says, with this agent's own uncommitted changes on top. */
  public Attributes overlay(TupleVersion tuple) {
    @Nullable Shared shared = current.get(tuple.id());
    return shared != null && shared.file.isBeingWritten()
        ? shared.file.over(tuple.attributes())
        : tuple.attributes();
  }

  /** The attributes of a file that has no name any more but is open here. */
  public Optional<Attributes> nameless(Id128 id) {
    return Optional.ofNullable(current.get(id))
        .filter(shared -> shared.file.isUnlinked())
        .map(shared -> shared.file.attributes());
  }

  /** The last name of a file was removed here. */
  public void markUnlinked(Id128 id) {
    @Nullable Shared shared = current.get(id);
    if (shared != null) {
      shared.file.markUnlinked();
    }
  }

  /**
   * Changes attributes of a file that this agent is writing.
   *
   * @return whether it is; if not, nothing was done
   */
  public boolean setAttributes(Id128 id, AttributeChange change) {
    @Nullable Shared shared = current.get(id);
    if (shared == null || !(shared.file.isBeingWritten() || shared.file.isUnlinked())) {
      return false;
    }
    shared.file.setAttributes(change);
    return true;
  }

  /** {@code truncate}: part of the change of whoever has the file open here, or one of its own. */
  public void truncate(Id128 id, long size) throws VfsException {
    @Nullable Shared shared = current.get(id);
    if (shared != null && isChangedElsewhere(shared)) {
      shared.file.truncate(size);
      return;
    }
    FileHandle handle = open(id, new OpenMode(false, true, false, false));
    try {
      handle(handle).shared.file.truncate(size);
      flush(handle);
    } finally {
      release(handle);
    }
  }

  private static boolean isChangedElsewhere(Shared shared) {
    return shared.file.isUnlinked() || (shared.writers.get() > 0 && shared.file.isBeingWritten());
  }

  /** Takes over a changed file that an earlier run of the agent left. */
  void adopt(OpenFile recovered) {
    current.put(recovered.id(), new Shared(recovered));
  }

  /** A changed file that nobody has open and that is not committed yet. */
  public record Pending(Id128 id, String name, long bytes, String reason) {}

  /** The changed files that nobody has open and that are not committed yet. */
  public List<Pending> pending() {
    List<Pending> pending = new ArrayList<>();
    for (Shared shared : current.values()) {
      if (isStranded(shared)) {
        Id128 id = shared.file.id();
        String name = services.names().place(id).map(EntryName::name).orElse(id.toString());
        pending.add(
            new Pending(
                id,
                name,
                shared.file.image().size(),
                shared.file.failure().orElse("waits for its first try")));
      }
    }
    return pending;
  }

  /** How many files are open. */
  public int count() {
    return handles.size();
  }

  /** Tries once more to commit what is {@link #pending}. */
  public void commitPending() {
    for (Pending waiting : pending()) {
      try (KeyedLocks.Held _ = opening.lock(waiting.id)) {
        @Nullable Shared shared = current.get(waiting.id);
        if (shared != null && isStranded(shared)) {
          commitStranded(shared);
        }
      }
    }
  }

  private void commitStranded(Shared shared) {
    try {
      shared.file.commit(true);
      LOG.info("a change of {} that had to wait is committed", shared.file.id());
    } catch (VfsException e) {
      LOG.info("{} still waits to be committed: {}", shared.file.id(), e.getMessage());
    }
    if (!shared.file.isBeingWritten() || shared.file.isUnlinked()) {
      forget(shared);
    }
  }

  /** The end of the mount: frees all handles; what is not committed stays on the disk. */
  public void closeAll() {
    List.copyOf(handles.keySet()).forEach(number -> release(new FileHandle(number)));
    List.copyOf(current.values()).forEach(this::forget);
  }
}
