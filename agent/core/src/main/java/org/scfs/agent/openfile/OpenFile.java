package org.scfs.agent.openfile;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.anchor.Anchor;
import org.scfs.agent.anchor.VersionStore;
import org.scfs.agent.cache.CachedFile;
import org.scfs.agent.cache.FileImage;
import org.scfs.agent.cache.WorkingRecords.Durability;
import org.scfs.agent.disk.DiskFullException;
import org.scfs.agent.metadata.Times;
import org.scfs.agent.metadata.TupleChanges;
import org.scfs.agent.metadata.TupleVersion;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.agent.working.WorkingRecord;
import org.scfs.coordination.Lock;
import org.scfs.coordination.tuple.DataVersion;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.depsky.DepSkyException;
import org.scfs.ports.Id128;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One file that is open in this agent. Handles that were opened on the same version share it, and
 * all writers do. Thread-safe.
 *
 * <p>The guard is shared by those who write bytes and exclusive for everything that changes the
 * file's state, so that a commit sees bytes that stand still. Readers of bytes do not take it. Lock
 * order: guard, then the locks of {@link FileImage} and of the cache.
 */
final class OpenFile {

  private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

  private final FileServices services;
  private final Id128 id;
  private final CachedFile file;
  private final ReentrantReadWriteLock guard = new ReentrantReadWriteLock();

  /** The file as it was opened or last committed. */
  private volatile TupleVersion base;

  /** The file as it is to be, but for size and data version. */
  private volatile Tuple wanted;

  /** When bytes were last written, if that is later than what {@link #wanted} says. */
  private volatile @Nullable Instant written;

  /** The write lock; set and cleared under the exclusive guard. */
  private volatile @Nullable Lock lock;

  /** Bytes changed; the file is in the cache's dirty folder. Set under the exclusive guard. */
  private volatile boolean dirty;

  @GuardedBy("guard")
  private boolean attributesChanged;

  /** An fsync returned since the last commit. */
  @GuardedBy("guard")
  private boolean forced;

  /** A commit that is sent and not answered yet, and whether it gives the lock back. */
  private record Try(Id128 commitId, boolean release) {}

  @GuardedBy("guard")
  private @Nullable Try lastTry;

  /** Why the local changes can never become this file's version; set once. */
  private volatile @Nullable String superseded;

  /** The last name is gone: what is written goes with the last handle. */
  private volatile boolean unlinked;

  /** Why the last commit failed, for {@code scfs status}. */
  private volatile @Nullable String lastFailure;

  OpenFile(FileServices services, TupleVersion tuple, CachedFile file, @Nullable Lock lock) {
    this.services = services;
    this.id = tuple.id();
    this.base = tuple;
    this.wanted = tuple.tuple();
    this.file = file;
    this.lock = lock;
  }

  /** A file that an earlier run changed and did not commit. */
  static OpenFile recovered(FileServices services, Recovered recovered) {
    OpenFile open = new OpenFile(services, recovered.base, recovered.file, null);
    open.wanted = recovered.wanted;
    open.dirty = true;
    open.superseded = recovered.superseded;
    return open;
  }

  /**
   * What the note of an earlier run says.
   *
   * @param superseded why the changes must not become the file's version, or null if they may
   */
  record Recovered(TupleVersion base, Tuple wanted, CachedFile file, @Nullable String superseded) {}

  Id128 id() {
    return id;
  }

  FileImage image() {
    return file.image();
  }

  CachedFile file() {
    return file;
  }

  boolean isOn(DataVersion version) {
    return base.tuple().getData().equals(version);
  }

  /** Whether this agent is writing: others' versions cannot replace it here. */
  boolean isBeingWritten() {
    return lock != null || dirty;
  }

  boolean isDirty() {
    return dirty;
  }

  boolean isSuperseded() {
    return superseded != null;
  }

  boolean isUnlinked() {
    return unlinked;
  }

  Optional<String> failure() {
    return Optional.ofNullable(lastFailure);
  }

  void markUnlinked() {
    guard.writeLock().lock();
    try {
      unlinked = true;
      wanted = wanted.toBuilder().setLinks(0).build();
    } finally {
      guard.writeLock().unlock();
    }
  }

  /** What the name space says of the file, with the local changes on top. */
  Attributes over(Attributes shared) {
    Attributes local = attributes();
    return new Attributes(
        id,
        local.type(),
        local.mode(),
        local.owner(),
        shared.links(),
        local.size(),
        local.times(),
        local.device());
  }

  Attributes attributes() {
    return new TupleVersion(id, wantedNow(), 0, Optional.empty()).attributes();
  }

  int read(long offset, ByteBuffer into) throws VfsException {
    try {
      return image().read(offset, into);
    } catch (DepSkyException e) {
      throw VersionStore.toVfs(e);
    } catch (IOException e) {
      throw diskFailure(e);
    }
  }

  void write(long offset, ByteBuffer from) throws VfsException {
    guard.readLock().lock();
    try {
      if (isWritable()) {
        writeBytes(offset, from);
        return;
      }
    } finally {
      guard.readLock().unlock();
    }
    change(() -> writeBytes(offset, from));
  }

  void append(ByteBuffer from) throws VfsException {
    change(() -> writeBytes(image().size(), from));
  }

  void truncate(long size) throws VfsException {
    guard.writeLock().lock();
    try {
      prepareToWrite(size == 0);
      image().truncate(size);
      written = services.environment().time().now();
    } catch (DepSkyException e) {
      throw VersionStore.toVfs(e);
    } catch (IOException e) {
      throw diskFailure(e);
    } finally {
      guard.writeLock().unlock();
    }
  }

  private interface Change {
    void apply() throws VfsException;
  }

  private void change(Change change) throws VfsException {
    guard.writeLock().lock();
    try {
      prepareToWrite(false);
      change.apply();
    } catch (DepSkyException e) {
      throw VersionStore.toVfs(e);
    } catch (IOException e) {
      throw diskFailure(e);
    } finally {
      guard.writeLock().unlock();
    }
  }

  private boolean isWritable() {
    return dirty && superseded == null && (lock != null || unlinked);
  }

  private void writeBytes(long offset, ByteBuffer from) throws VfsException {
    try {
      image().write(offset, from);
      written = services.environment().time().now();
    } catch (DepSkyException e) {
      throw VersionStore.toVfs(e);
    } catch (IOException e) {
      throw diskFailure(e);
    }
  }

  /**
   * Before the first changed byte: the lock is held, all bytes are here, the file has left the
   * cache, and a note says what it is. A crash before the note leaves a file that was not changed.
   */
  @GuardedBy("guard")
  private void prepareToWrite(boolean fromNothing)
      throws VfsException, IOException, DepSkyException {
    if (superseded != null) {
      throw new VfsException(Errno.ESTALE, superseded);
    }
    if (!unlinked) {
      holdLock();
    }
    if (dirty) {
      return;
    }
    if (!fromNothing) {
      image().complete();
    }
    services.cache().markDirty(file, id);
    if (fromNothing) {
      image().truncate(0);
    }
    note(Durability.PROCESS, Optional.empty());
    dirty = true;
  }

  /** Takes the lock again after a commit gave it back, if nobody else wrote since. */
  @GuardedBy("guard")
  private void holdLock() throws VfsException {
    if (lock != null) {
      return;
    }
    Anchor.Locked locked = services.anchor().lock(id);
    if (!locked.tuple().tuple().getData().equals(base.tuple().getData())) {
      services.anchor().release(locked.lock());
      throw new VfsException(Errno.ESTALE, "somebody else wrote the file since it was opened");
    }
    adopt(locked);
  }

  /** A writer begins: the lock, and the attributes as they are now; the data is the same. */
  void lockedForWriting(Anchor.Locked locked) {
    guard.writeLock().lock();
    try {
      adopt(locked);
    } finally {
      guard.writeLock().unlock();
    }
  }

  @GuardedBy("guard")
  private void adopt(Anchor.Locked locked) {
    lock = locked.lock();
    base = locked.tuple();
    if (!attributesChanged) {
      wanted = locked.tuple().tuple();
    }
  }

  @GuardedBy("guard")
  private void note(Durability durability, Optional<Id128> commit) throws IOException {
    WorkingRecord.Builder record =
        WorkingRecord.newBuilder()
            .setId(ByteString.copyFrom(id.toBytes()))
            .setBase(base.tuple().toByteString())
            .setWanted(wantedNow().toByteString())
            .setDurable(forced);
    commit.ifPresent(c -> record.setCommitId(ByteString.copyFrom(c.toBytes())));
    services
        .names()
        .place(id)
        .ifPresent(
            place ->
                record
                    .setParent(ByteString.copyFrom(place.directory().toBytes()))
                    .setName(place.name()));
    services.records().write(record.build(), durability);
  }

  /** The wanted tuple with the size and the times of the bytes as they are. */
  private Tuple wantedNow() {
    Tuple.Builder now = wanted.toBuilder().setSize(image().size());
    @Nullable Instant touched = written;
    if (touched != null) {
      now.setModified(Times.toTimestamp(touched)).setChanged(Times.toTimestamp(touched));
    }
    return now.build();
  }

  /** Changes attributes of a file that is being written: they are committed along with it. */
  void setAttributes(AttributeChange change) {
    guard.writeLock().lock();
    try {
      Tuple now = wantedNow();
      written = null;
      wanted = TupleChanges.apply(now, change, services.environment().time().now());
      attributesChanged = true;
    } finally {
      guard.writeLock().unlock();
    }
  }

  /** Durability level 1: the changes survive power loss on this machine. */
  void fsync() throws VfsException {
    guard.writeLock().lock();
    try {
      if (dirty && !unlinked) {
        image().force();
        forced = true;
        note(Durability.POWER_LOSS, Optional.empty());
      }
    } catch (IOException e) {
      throw diskFailure(e);
    } finally {
      guard.writeLock().unlock();
    }
  }

  /**
   * Makes all changes the file's current version.
   *
   * @param lastWriter whether nobody else in this agent has it open for writing, so that the lock
   *     goes back with the commit
   * @throws VfsException EIO if the clouds or the disk failed: the changes are kept, and tried
   *     again; ESTALE if they can never become this file's version: they are kept as a conflict
   *     copy
   */
  void commit(boolean lastWriter) throws VfsException {
    guard.writeLock().lock();
    try {
      if (superseded != null) {
        keepConflictCopy();
        throw new VfsException(Errno.ESTALE, superseded);
      }
      if (!unlinked && (dirty || attributesChanged)) {
        commitChanges(lastWriter);
      }
      if (lastWriter) {
        releaseLock();
      }
      lastFailure = null;
    } catch (VfsException e) {
      lastFailure = e.getMessage();
      throw e;
    } catch (IOException e) {
      lastFailure = e.getMessage();
      throw diskFailure(e);
    } finally {
      guard.writeLock().unlock();
    }
  }

  @GuardedBy("guard")
  private void commitChanges(boolean lastWriter) throws VfsException, IOException {
    try {
      recognizeLastTry();
      recoverLock();
      Tuple next = wantedNow();
      if (dirty) {
        Id128 commitId = services.environment().ids().next();
        lastTry = new Try(commitId, lastWriter);
        DataVersion data = services.versions().store(id, image(), base.tuple().getData(), commitId);
        next = next.toBuilder().setData(data).build();
        note(Durability.PROCESS, Optional.of(commitId));
      }
      @Nullable Lock held = lock;
      if (held == null) {
        throw new IllegalStateException("a commit without the lock");
      }
      committed(
          services.anchor().commit(new Anchor.Commit(base, next, held, lastWriter)), lastWriter);
    } catch (VfsException e) {
      if (e.errno() != Errno.ESTALE) {
        throw e;
      }
      superseded = String.valueOf(e.getMessage());
      releaseLock();
      keepConflictCopy();
      throw new VfsException(Errno.ESTALE, superseded, e);
    }
  }

  /**
   * After a commit whose outcome nobody could tell: if it took effect, the changes are on top of
   * it, not behind somebody else's version.
   */
  @GuardedBy("guard")
  private void recognizeLastTry() throws VfsException {
    @Nullable Try tried = lastTry;
    if (tried == null) {
      return;
    }
    TupleVersion now;
    try {
      now = services.names().tuple(id, Freshness.LATEST);
    } catch (VfsException e) {
      if (e.errno() == Errno.ENOENT) {
        return; // removed meanwhile: the commit will say so
      }
      throw e;
    }
    ByteString commitId = ByteString.copyFrom(tried.commitId.toBytes());
    if (now.tuple().getData().getCommitId().equals(commitId)) {
      base = now;
      lock = tried.release ? null : lock;
    }
    lastTry = null;
  }

  /** A lock that was lost is taken again if nobody else has it; the base version decides then. */
  @GuardedBy("guard")
  private void recoverLock() throws VfsException {
    @Nullable Lock held = lock;
    if (held != null && held.appearsHeld()) {
      return;
    }
    lock = null;
    Anchor.Locked locked;
    try {
      locked = services.anchor().lockAtOnce(id);
    } catch (VfsException e) {
      if (e.errno() == Errno.EBUSY || e.errno() == Errno.ENOENT) {
        throw new VfsException(
            Errno.ESTALE, "the write lock was lost, and then: " + e.getMessage(), e);
      }
      throw e;
    }
    lock = locked.lock();
    if (!locked.tuple().tuple().getData().equals(base.tuple().getData())) {
      throw new VfsException(
          Errno.ESTALE, "the write lock was lost, and somebody else wrote the file since");
    }
  }

  @GuardedBy("guard")
  private void committed(TupleVersion now, boolean released) throws IOException {
    base = now;
    wanted = now.tuple();
    written = null;
    attributesChanged = false;
    lastTry = null;
    if (released) {
      lock = null;
    }
    if (dirty) {
      image().markCommitted();
      forced = false;
      services.records().delete(id);
      services.cache().markClean(file, VersionStore.cached(id, now.tuple().getData()));
      dirty = false;
    }
  }

  /** The last writer of this agent is gone, and there is nothing to commit. */
  void writersGone() {
    guard.writeLock().lock();
    try {
      if (!dirty && !attributesChanged) {
        releaseLock();
      }
    } finally {
      guard.writeLock().unlock();
    }
  }

  @GuardedBy("guard")
  private void releaseLock() {
    @Nullable Lock held = lock;
    if (held != null) {
      services.anchor().release(held);
      lock = null;
    }
  }

  /** Once it succeeded there is nothing left to keep. */
  @GuardedBy("guard")
  private void keepConflictCopy() throws VfsException, IOException {
    if (!dirty) {
      return;
    }
    EntryName place =
        services.names().place(id).orElseGet(() -> services.conflicts().lastResort(id));
    String name = services.conflicts().keep(place, image(), wantedNow());
    LOG.warn("{} could not be committed ({}); its bytes are kept as {}", place, superseded, name);
    services.records().delete(id);
    services.cache().discard(file);
    dirty = false;
  }

  /** Ends the use of the file when no handle is left; a file that is still dirty stays on disk. */
  void close() {
    guard.writeLock().lock();
    try {
      if (unlinked && dirty) {
        services.records().delete(id);
        services.cache().discard(file);
        dirty = false;
      }
      releaseLock();
    } catch (IOException e) {
      LOG.warn("the note of a removed file stays: {}", e.getMessage());
    } finally {
      guard.writeLock().unlock();
    }
    services.cache().close(file);
  }

  static VfsException diskFailure(IOException e) {
    Errno errno = e instanceof DiskFullException ? Errno.ENOSPC : Errno.EIO;
    return new VfsException(errno, "the local cache failed: " + e.getMessage(), e);
  }
}
