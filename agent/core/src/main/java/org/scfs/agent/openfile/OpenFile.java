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

  private final LocalTuple tuple;
  private final WriteFence fence;

  /** Bytes changed; the file is in the cache's dirty folder. Set under the exclusive guard. */
  private volatile boolean dirty;

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

  OpenFile(FileServices services, LocalTuple tuple, CachedFile file, @Nullable Lock lock) {
    this.services = services;
    this.id = tuple.base().id();
    this.tuple = tuple;
    this.file = file;
    this.fence = new WriteFence(services.anchor(), id, lock);
  }

  /** A file that an earlier run changed and did not commit. */
  static OpenFile recovered(FileServices services, Recovered recovered) {
    OpenFile open = new OpenFile(services, recovered.tuple, recovered.file, null);
    open.dirty = true;
    open.superseded = recovered.superseded;
    return open;
  }

  /**
   * What the note of an earlier run says.
   *
   * @param superseded why the changes must not become the file's version, or null if they may
   */
  record Recovered(LocalTuple tuple, CachedFile file, @Nullable String superseded) {}

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
    return tuple.baseData().equals(version);
  }

  /** Whether this agent is writing: others' versions cannot replace it here. */
  boolean isBeingWritten() {
    return fence.isHeld() || dirty;
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
      tuple.unlink();
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
      tuple.touch(now());
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
    return dirty && superseded == null && (fence.isHeld() || unlinked);
  }

  private void writeBytes(long offset, ByteBuffer from) throws VfsException {
    try {
      image().write(offset, from);
      tuple.touch(now());
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
      fence.take(tuple.baseData()).ifPresent(tuple::rebase);
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

  /** A writer begins: the lock, and the attributes as they are now; the contents are the same. */
  void lockedForWriting(Anchor.Locked locked) {
    guard.writeLock().lock();
    try {
      fence.hold(locked.lock());
      tuple.rebase(locked.tuple());
    } finally {
      guard.writeLock().unlock();
    }
  }

  @GuardedBy("guard")
  private void note(Durability durability, Optional<Id128> commit) throws IOException {
    WorkingRecord.Builder record =
        WorkingRecord.newBuilder()
            .setId(ByteString.copyFrom(id.toBytes()))
            .setBase(tuple.base().tuple().toByteString())
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

  private Tuple wantedNow() {
    return tuple.wanted(image().size());
  }

  private Instant now() {
    return services.environment().time().now();
  }

  /** Changes attributes of a file that is being written: they are committed along with it. */
  void setAttributes(AttributeChange change) {
    guard.writeLock().lock();
    try {
      tuple.change(change, now());
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
      if (!unlinked && (dirty || tuple.isChanged())) {
        commitChanges(lastWriter);
      }
      if (lastWriter) {
        fence.release();
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
      fence.retake(tuple.baseData());
      Tuple next = wantedNow();
      if (dirty) {
        Id128 commitId = services.environment().ids().next();
        lastTry = new Try(commitId, lastWriter);
        DataVersion data = services.versions().store(id, image(), tuple.baseData(), commitId);
        next = next.toBuilder().setData(data).build();
        note(forced ? Durability.POWER_LOSS : Durability.PROCESS, Optional.of(commitId));
      }
      Anchor.Commit commit = new Anchor.Commit(tuple.base(), next, fence.held(), lastWriter);
      committed(services.anchor().commit(commit), lastWriter);
    } catch (VfsException e) {
      if (e.errno() != Errno.ESTALE) {
        throw e;
      }
      superseded = String.valueOf(e.getMessage());
      fence.release();
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
      tuple.recognize(now);
      if (tried.release) {
        fence.releasedByCommit();
      }
    }
    lastTry = null;
  }

  @GuardedBy("guard")
  private void committed(TupleVersion now, boolean released) throws IOException {
    tuple.committed(now);
    lastTry = null;
    if (released) {
      fence.releasedByCommit();
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
      if (!dirty && !tuple.isChanged()) {
        fence.release();
      }
    } finally {
      guard.writeLock().unlock();
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
      fence.release();
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
