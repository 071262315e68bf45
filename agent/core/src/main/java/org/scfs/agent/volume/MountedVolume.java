package org.scfs.agent.volume;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.anchor.Anchor;
import org.scfs.agent.anchor.ConflictCopies;
import org.scfs.agent.anchor.VersionStore;
import org.scfs.agent.cache.FileCache;
import org.scfs.agent.cache.WorkingRecords;
import org.scfs.agent.disk.DiskSpace;
import org.scfs.agent.metadata.Layout;
import org.scfs.agent.metadata.NameSpace;
import org.scfs.agent.metadata.Names;
import org.scfs.agent.metadata.NewTuples;
import org.scfs.agent.metadata.TupleVersion;
import org.scfs.agent.openfile.FileServices;
import org.scfs.agent.openfile.OpenFiles;
import org.scfs.agent.openfile.Recovery;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Caller;
import org.scfs.agent.vfs.CreatedFile;
import org.scfs.agent.vfs.DirectoryItem;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.FileSystemStatistics;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.NewObject;
import org.scfs.agent.vfs.OpenMode;
import org.scfs.agent.vfs.RenameMode;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.VfsException;
import org.scfs.agent.vfs.XattrMode;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Id128;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A volume in use by this agent. Thread-safe. */
public final class MountedVolume implements Vfs, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MountedVolume.class);
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final int BLOCK_BYTES = 4096;
  private static final int MAX_XATTR_BYTES = 64 * 1024;

  private final VolumeDefinition definition;
  private final MountSettings settings;
  private final Surroundings surroundings;
  private final NameSpace names;
  private final FileCache cache;
  private final ConflictCopies conflicts;
  private final FileServices services;
  private final OpenFiles files;
  private final ReentrantLock retryLock = new ReentrantLock();

  @GuardedBy("retryLock")
  private @Nullable Cancellable retry;

  @GuardedBy("retryLock")
  private boolean closed;

  /** A volume that is not in use yet; {@link #start} comes first. */
  public MountedVolume(
      VolumeDefinition definition, MountSettings settings, Surroundings surroundings) {
    this.definition = definition;
    this.settings = settings;
    this.surroundings = surroundings;
    Layout layout = new Layout(settings.volume());
    this.names =
        new NameSpace(
            surroundings.coordination().metadata(),
            layout,
            settings.metadataTimeToLive(),
            surroundings.environment());
    this.cache =
        new FileCache(
            surroundings.disk(),
            settings.cacheLimit(),
            definition.segmentBytes(),
            surroundings.environment());
    VersionStore versions = new VersionStore(surroundings.clouds());
    this.conflicts =
        new ConflictCopies(
            names,
            versions,
            new ConflictCopies.Owner(settings.holder(), definition.root()),
            surroundings.environment());
    this.services =
        new FileServices(
            names,
            new Anchor(
                surroundings.coordination().locks(),
                names,
                layout,
                new Anchor.LockTerms(settings.holder(), settings.lockWait())),
            versions,
            conflicts,
            cache,
            new WorkingRecords(surroundings.disk()),
            surroundings.environment());
    this.files = new OpenFiles(services);
  }

  /** Opens the cache and takes over what an earlier run of the agent left undone. */
  public void start() throws IOException {
    cache.start();
    new Recovery(services, files).run();
    scheduleRetry(Duration.ZERO);
  }

  private void scheduleRetry(Duration delay) {
    retryLock.lock();
    try {
      if (!closed) {
        retry =
            surroundings
                .environment()
                .time()
                .after(
                    delay,
                    () -> {
                      Cancellable _ =
                          surroundings
                              .environment()
                              .tasks()
                              .start("scfs-retry", this::retryPending);
                    });
      }
    } finally {
      retryLock.unlock();
    }
  }

  private void retryPending() {
    try {
      files.commitPending();
    } finally {
      scheduleRetry(RETRY);
    }
  }

  /** Tries now to commit what had to wait. */
  public void commitPending() {
    files.commitPending();
  }

  /** How the volume is; asks nobody. */
  public VolumeStatus status() {
    return new VolumeStatus(
        settings.volume(),
        surroundings.coordination().session().state(),
        surroundings.coordination().session().explanation(),
        surroundings.clouds().health(),
        cache.usage(),
        files.count(),
        files.pending(),
        conflicts.made());
  }

  /** Commits what it can and ends the use of the volume; the rest waits on the disk. */
  @Override
  public void close() {
    retryLock.lock();
    try {
      closed = true;
      if (retry != null) {
        retry.cancel();
      }
    } finally {
      retryLock.unlock();
    }
    files.commitPending();
    List<OpenFiles.Pending> left = files.pending();
    if (!left.isEmpty()) {
      LOG.warn("{} changed files wait in the cache for the next mount", left.size());
    }
    files.closeAll();
    cache.awaitDurable();
  }

  @Override
  public Id128 root() {
    return definition.root();
  }

  @Override
  public Optional<Attributes> lookup(Id128 directory, String name, Freshness freshness)
      throws VfsException {
    return names.lookup(directory, name, freshness).map(files::overlay);
  }

  @Override
  public Attributes attributes(Id128 node) throws VfsException {
    Optional<Attributes> nameless = files.nameless(node);
    return nameless.isPresent()
        ? nameless.get()
        : files.overlay(names.tuple(node, Freshness.CACHED));
  }

  @Override
  public Attributes setAttributes(Id128 node, AttributeChange change) throws VfsException {
    if (change.size().isPresent()) {
      requireSize(change.size().getAsLong());
      files.truncate(node, change.size().getAsLong());
    }
    if (change.equals(AttributeChange.ofSize(change.size().orElse(-1)))
        || files.setAttributes(node, change)) {
      return attributes(node);
    }
    return files.overlay(names.setAttributes(node, change));
  }

  private static void requireSize(long size) throws VfsException {
    if (size < 0) {
      throw new VfsException(Errno.EINVAL, "a file cannot have " + size + " bytes");
    }
  }

  private Instant now() {
    return surroundings.environment().time().now();
  }

  @Override
  public Attributes make(Id128 directory, String name, NewObject object, Caller caller)
      throws VfsException {
    return names
        .create(new EntryName(directory, name), NewTuples.object(object, caller, now()))
        .attributes();
  }

  @Override
  public CreatedFile create(Id128 directory, String name, CreateRequest request)
      throws VfsException {
    Tuple tuple = NewTuples.object(NewObject.regular(request.mode()), request.caller(), now());
    OpenFiles.CreatedOpen created =
        files.create(new EntryName(directory, name), tuple, request.open());
    return new CreatedFile(created.tuple().attributes(), created.handle());
  }

  @Override
  public Attributes makeDirectory(Id128 directory, String name, int mode, Caller caller)
      throws VfsException {
    return names
        .create(new EntryName(directory, name), NewTuples.directory(mode, caller, now()))
        .attributes();
  }

  @Override
  public Attributes makeSymlink(Id128 directory, String name, String target, Caller caller)
      throws VfsException {
    return names
        .create(new EntryName(directory, name), NewTuples.symlink(target, caller, now()))
        .attributes();
  }

  @Override
  public String readSymlink(Id128 node) throws VfsException {
    Tuple tuple = names.tuple(node, Freshness.CACHED).tuple();
    if (tuple.getType() != ObjectType.SYMLINK) {
      throw new VfsException(Errno.EINVAL, "not a symbolic link");
    }
    return tuple.getSymlinkTarget().toString(StandardCharsets.UTF_8);
  }

  @Override
  public Attributes link(Id128 node, Id128 directory, String name) throws VfsException {
    return files.overlay(names.link(node, new EntryName(directory, name)));
  }

  @Override
  public void unlink(Id128 directory, String name) throws VfsException {
    forgetIfGone(names.unlink(new EntryName(directory, name)));
  }

  private void forgetIfGone(NameSpace.Unlinked unlinked) {
    if (unlinked.isGone()) {
      files.markUnlinked(unlinked.object().id());
    }
  }

  @Override
  public void removeDirectory(Id128 directory, String name) throws VfsException {
    names.removeDirectory(new EntryName(directory, name));
  }

  @Override
  public void rename(EntryName from, EntryName to, RenameMode mode) throws VfsException {
    names.rename(from, to, mode).ifPresent(this::forgetIfGone);
  }

  @Override
  public List<DirectoryItem> list(Id128 directory) throws VfsException {
    return names.list(directory);
  }

  @Override
  public FileHandle open(Id128 node, OpenMode mode, Caller caller) throws VfsException {
    return files.open(node, mode);
  }

  @Override
  public int read(FileHandle handle, long offset, ByteBuffer into) throws VfsException {
    return files.read(handle, offset, into);
  }

  @Override
  public void write(FileHandle handle, long offset, ByteBuffer from) throws VfsException {
    files.write(handle, offset, from);
  }

  @Override
  public void fsync(FileHandle handle) throws VfsException {
    files.fsync(handle);
  }

  @Override
  public void flush(FileHandle handle) throws VfsException {
    files.flush(handle);
  }

  @Override
  public void release(FileHandle handle) {
    files.release(handle);
  }

  @Override
  public Attributes attributes(FileHandle handle) throws VfsException {
    return files.attributes(handle);
  }

  /** The clouds have no size of their own; what bounds a user is the disk that the cache is on. */
  @Override
  public FileSystemStatistics statistics() throws VfsException {
    try {
      DiskSpace space = surroundings.disk().space();
      return new FileSystemStatistics(
          BLOCK_BYTES, space.total() / BLOCK_BYTES, space.free() / BLOCK_BYTES, Names.MAX_BYTES);
    } catch (IOException e) {
      throw new VfsException(Errno.EIO, "the cache's disk does not answer", e);
    }
  }

  @Override
  public Optional<byte[]> xattr(Id128 node, String name) throws VfsException {
    return Optional.ofNullable(
            names.tuple(node, Freshness.CACHED).tuple().getAttributesMap().get(name))
        .map(ByteString::toByteArray);
  }

  @Override
  public List<String> xattrNames(Id128 node) throws VfsException {
    return List.copyOf(names.tuple(node, Freshness.CACHED).tuple().getAttributesMap().keySet());
  }

  @Override
  public void setXattr(Id128 node, String name, byte[] value, XattrMode mode) throws VfsException {
    TupleVersion _ =
        names.changeXattrs(
            node,
            tuple -> {
              boolean exists = tuple.containsAttributes(name);
              if (exists && mode == XattrMode.CREATE) {
                throw new VfsException(Errno.EEXIST, "attribute " + name + " exists");
              }
              if (!exists && mode == XattrMode.REPLACE) {
                throw new VfsException(Errno.ENODATA, "there is no attribute " + name);
              }
              tuple.putAttributes(name, ByteString.copyFrom(value));
              if (tuple.buildPartial().getSerializedSize() > MAX_XATTR_BYTES) {
                throw new VfsException(
                    Errno.ENOSPC, "the attributes of one object take at most 64 KiB");
              }
            });
  }

  @Override
  public void removeXattr(Id128 node, String name) throws VfsException {
    TupleVersion _ =
        names.changeXattrs(
            node,
            tuple -> {
              if (!tuple.containsAttributes(name)) {
                throw new VfsException(Errno.ENODATA, "there is no attribute " + name);
              }
              tuple.removeAttributes(name);
            });
  }
}
