package org.scfs.agent.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.disk.Disk;
import org.scfs.agent.disk.DiskEntry;
import org.scfs.agent.disk.DiskFile;
import org.scfs.depsky.Digest;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache's folder:
 *
 * <pre>
 * clean/ID-HASH       a whole version, durable: survives a restart
 * fetching/NUMBER     a version that is not whole or not durable yet: dropped at a restart
 * dirty/ID            a file with local changes: state, not cache
 * dirty/ID.record     the note beside it (see {@link WorkingRecords})
 * </pre>
 *
 * Clean versions that nobody has open are deleted, the longest unused first, when the limit is
 * exceeded. Thread-safe. One lock guards the index and the renames, which are short; bytes are
 * never read, written or forced under it.
 */
public final class FileCache {

  static final String DIRTY = "dirty";

  private static final Logger LOG = LoggerFactory.getLogger(FileCache.class);
  private static final String CLEAN = "clean";
  private static final String FETCHING = "fetching";

  private final Disk disk;
  private final long limit;
  private final int segmentBytes;
  private final Environment environment;
  private final ReentrantLock lock = new ReentrantLock();

  /** In the order of last use. */
  @GuardedBy("lock")
  private final Map<CachedVersion, Entry> index = new LinkedHashMap<>(16, 0.75f, true);

  @GuardedBy("lock")
  private final Set<CachedFile> open = new HashSet<>();

  @GuardedBy("lock")
  private long cleanBytes;

  @GuardedBy("lock")
  private long nextNumber;

  @GuardedBy("lock")
  private int becomingDurable;

  private final Condition allDurable = lock.newCondition();

  /** A whole version in the index. */
  private static final class Entry {
    private String diskName;
    private final long size;
    private int users;

    Entry(String diskName, long size) {
      this.diskName = diskName;
      this.size = size;
    }
  }

  /**
   * A cache in this folder; {@link #start} comes first.
   *
   * @param limit how many bytes of clean files to keep
   */
  public FileCache(Disk disk, long limit, int segmentBytes, Environment environment) {
    this.disk = disk;
    this.limit = limit;
    this.segmentBytes = segmentBytes;
    this.environment = environment;
  }

  /** Makes the folders, drops what was not finished, and finds the clean versions. */
  public void start() throws IOException {
    disk.makeFolder(CLEAN);
    disk.makeFolder(FETCHING);
    disk.makeFolder(DIRTY);
    for (DiskEntry left : disk.list(FETCHING)) {
      disk.delete(FETCHING + "/" + left.name());
    }
    lock.lock();
    try {
      for (DiskEntry file : sortedByAge(disk)) {
        Optional<CachedVersion> version = parse(file.name());
        if (version.isPresent()) {
          addToIndex(version.get(), new Entry(CLEAN + "/" + file.name(), file.size()));
        } else {
          disk.delete(CLEAN + "/" + file.name());
        }
      }
      evict();
    } finally {
      lock.unlock();
    }
  }

  private static Iterable<DiskEntry> sortedByAge(Disk disk) throws IOException {
    return disk.list(CLEAN).stream()
        .sorted((one, other) -> one.modified().compareTo(other.modified()))
        .toList();
  }

  private static Optional<CachedVersion> parse(String fileName) {
    int dash = fileName.indexOf('-');
    try {
      return Optional.of(
          new CachedVersion(
              Id128.parse(fileName.substring(0, Math.max(0, dash))),
              Digest.of(HexFormat.of().parseHex(fileName.substring(dash + 1)))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What is to be opened: a version, its length, and where to get it if it is not here. */
  public record Wanted(CachedVersion version, long size, VersionSource source) {}

  /** Opens a version, from the disk if it is here; otherwise its bytes come when they are read. */
  public CachedFile open(Wanted wanted) throws IOException {
    lock.lock();
    try {
      @Nullable Entry entry = index.get(wanted.version);
      if (entry != null) {
        Optional<DiskFile> file = disk.open(entry.diskName);
        if (file.isPresent() && file.get().size() == wanted.size) {
          entry.users++;
          return register(
              new CachedFile(
                  entry.diskName,
                  new FileImage(file.get(), wanted.size, segmentBytes, environment.tasks()),
                  wanted.version));
        }
        file.ifPresent(DiskFile::close);
        removeFromIndex(wanted.version); // somebody damaged the cache's folder: fetch it again
      }
      return openFetching(wanted);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private CachedFile openFetching(Wanted wanted) throws IOException {
    String name = newFetchingName();
    DiskFile file = disk.create(name);
    try {
      file.truncate(wanted.size);
    } catch (IOException e) {
      file.close();
      disk.delete(name);
      throw e;
    }
    FileImage.Origin origin = new FileImage.Origin(segmentBytes, wanted.source);
    return register(
        new CachedFile(
            name, new FileImage(file, wanted.size, origin, environment.tasks()), wanted.version));
  }

  /** Opens a new, empty file that no version in the clouds stands behind yet. */
  public CachedFile openEmpty() throws IOException {
    lock.lock();
    try {
      String name = newFetchingName();
      return register(
          new CachedFile(
              name, new FileImage(disk.create(name), 0, segmentBytes, environment.tasks()), null));
    } finally {
      lock.unlock();
    }
  }

  /** Opens a changed file that an earlier run of the agent left; empty if there is none. */
  public Optional<CachedFile> openDirty(Id128 id) throws IOException {
    lock.lock();
    try {
      Optional<DiskFile> file = disk.open(dirtyName(id));
      if (file.isEmpty()) {
        return Optional.empty();
      }
      FileImage image =
          new FileImage(file.get(), file.get().size(), segmentBytes, environment.tasks());
      image.markAllChanged();
      CachedFile dirty = new CachedFile(dirtyName(id), image, null);
      dirty.dirty = true;
      return Optional.of(register(dirty));
    } finally {
      lock.unlock();
    }
  }

  /** Forgets local changes: the file is deleted when it is closed. */
  public void discard(CachedFile file) {
    lock.lock();
    try {
      file.dirty = false;
      file.version = null;
    } finally {
      lock.unlock();
    }
  }

  /** Deletes what a restart finds in the folder of changed files without a note: never changed. */
  public void deleteUnnoted(Set<Id128> noted) throws IOException {
    for (DiskEntry entry : disk.list(DIRTY)) {
      if (dirtyId(entry.name()).filter(id -> !noted.contains(id)).isPresent()) {
        disk.delete(DIRTY + "/" + entry.name());
      }
    }
  }

  /** The file that a name in the folder of changed files stands for, if it is one of ours. */
  static Optional<Id128> dirtyId(String name) {
    try {
      return Optional.of(Id128.parse(name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @GuardedBy("lock")
  private CachedFile register(CachedFile file) {
    open.add(file);
    return file;
  }

  @GuardedBy("lock")
  private String newFetchingName() {
    return FETCHING + "/" + nextNumber++;
  }

  private static String dirtyName(Id128 id) {
    return DIRTY + "/" + id;
  }

  /**
   * From now on the file holds local changes: it leaves the cache and is kept until it is committed
   * or discarded.
   */
  public void markDirty(CachedFile file, Id128 id) throws IOException {
    lock.lock();
    try {
      disk.rename(file.diskName, dirtyName(id));
      file.diskName = dirtyName(id);
      file.dirty = true;
      if (file.version != null) {
        removeFromIndex(file.version);
        file.version = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** The changes became this version, so the file can be fetched again: back to the cache. */
  public void markClean(CachedFile file, Optional<CachedVersion> version) throws IOException {
    lock.lock();
    try {
      String name = newFetchingName();
      disk.rename(file.diskName, name);
      file.diskName = name;
      file.dirty = false;
      file.version = version.orElse(null);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the use of a file. A whole version stays in the cache, becoming durable in the background;
   * the bytes of a dirty file stay on the disk; anything else is deleted.
   */
  public void close(CachedFile file) {
    boolean kept = false;
    lock.lock();
    try {
      open.remove(file);
      if (file.dirty) {
        kept = true;
      } else if (file.version != null && file.image.isComplete()) {
        kept = keep(file, file.version);
        evict();
      }
    } finally {
      lock.unlock();
    }
    if (!kept) {
      deleteQuietly(file.diskName);
    }
    if (kept && !file.dirty && file.diskName.startsWith(FETCHING)) {
      makeDurable(file);
    } else {
      file.image.close();
    }
  }

  @GuardedBy("lock")
  private boolean keep(CachedFile file, CachedVersion version) {
    @Nullable Entry known = index.get(version);
    if (known == null) {
      addToIndex(version, new Entry(file.diskName, file.image.size()));
      return true;
    }
    if (known.diskName.equals(file.diskName)) {
      known.users = Math.max(0, known.users - 1);
      return true;
    }
    return false; // two opens fetched the same version; one copy is enough
  }

  private void makeDurable(CachedFile file) {
    countBecomingDurable(1);
    Cancellable _ = environment.tasks().start("scfs-cache-durable", () -> forceAndClose(file));
  }

  private void forceAndClose(CachedFile file) {
    try {
      file.image.force();
      moveToClean(file);
    } catch (IOException e) {
      LOG.warn("a cached file stays volatile: {}", e.getMessage());
    } finally {
      file.image.close();
      countBecomingDurable(-1);
    }
  }

  private void countBecomingDurable(int change) {
    lock.lock();
    try {
      becomingDurable += change;
      if (becomingDurable == 0) {
        allDurable.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all closed files are durable, so that the next mount finds them. */
  public void awaitDurable() {
    lock.lock();
    try {
      while (becomingDurable > 0) {
        allDurable.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void moveToClean(CachedFile file) throws IOException {
    @Nullable CachedVersion version = file.version;
    lock.lock();
    try {
      @Nullable Entry entry = version == null ? null : index.get(version);
      if (version != null && entry != null && entry.diskName.equals(file.diskName)) {
        String name = CLEAN + "/" + version.fileName();
        disk.rename(entry.diskName, name);
        entry.diskName = name;
        for (CachedFile other : open) {
          if (version.equals(other.version) && other.diskName.equals(file.diskName)) {
            other.diskName = name;
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void addToIndex(CachedVersion version, Entry entry) {
    index.put(version, entry);
    cleanBytes += entry.size;
  }

  @GuardedBy("lock")
  private void removeFromIndex(CachedVersion version) {
    @Nullable Entry entry = index.remove(version);
    if (entry != null) {
      cleanBytes -= entry.size;
    }
  }

  @GuardedBy("lock")
  private void evict() {
    Iterator<Entry> oldest = index.values().iterator();
    while (cleanBytes > limit && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.users == 0) {
        deleteQuietly(entry.diskName);
        oldest.remove();
        cleanBytes -= entry.size;
      }
    }
  }

  private void deleteQuietly(String name) {
    try {
      disk.delete(name);
    } catch (IOException e) {
      LOG.warn("a file stays in the cache's folder: {}", e.getMessage());
    }
  }

  /** How full the cache is now. */
  public CacheUsage usage() {
    lock.lock();
    try {
      long changed =
          open.stream().filter(file -> file.dirty).mapToLong(file -> file.image.size()).sum();
      return new CacheUsage(limit, cleanBytes, index.size(), changed);
    } finally {
      lock.unlock();
    }
  }
}
