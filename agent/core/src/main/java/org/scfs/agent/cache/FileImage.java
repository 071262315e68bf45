package org.scfs.agent.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.disk.DiskFile;
import org.scfs.depsky.Content;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.StoredVersion;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Tasks;

/**
 * The bytes of one file on the local disk, as one version or with local changes on top of it. Bytes
 * that are not here yet are fetched by segment when they are needed, and those that follow are
 * fetched ahead. Thread-safe; the caller sees to it that nobody writes while {@link #content} is
 * being read for a commit.
 *
 * <p>Lock order: {@code sizeLock}, then the lock of {@link SegmentPresence}.
 */
public final class FileImage {

  private static final int READ_AHEAD_TASKS = 2;

  private final DiskFile file;
  private final int segmentBytes;
  private final Tasks tasks;
  private final SegmentPresence presence;
  private final @Nullable VersionSource source;
  private final ReentrantLock sizeLock = new ReentrantLock();
  private volatile long size;

  @GuardedBy("sizeLock")
  private final BitSet changed = new BitSet();

  @GuardedBy("sizeLock")
  private boolean readingAhead;

  private final ReentrantLock openLock = new ReentrantLock();

  @GuardedBy("openLock")
  private @Nullable StoredVersion opened;

  private volatile boolean closed;

  /** An image whose bytes are all in the file. */
  FileImage(DiskFile file, long size, int segmentBytes, Tasks tasks) {
    this(file, size, new Origin(segmentBytes, null), tasks);
  }

  /** Where an image's bytes come from: nowhere if they are here already. */
  record Origin(int segmentBytes, @Nullable VersionSource source) {}

  /** An image whose bytes are still in the clouds. */
  FileImage(DiskFile file, long size, Origin origin, Tasks tasks) {
    this.file = file;
    this.size = size;
    this.segmentBytes = origin.segmentBytes;
    this.source = origin.source;
    this.tasks = tasks;
    this.presence =
        new SegmentPresence(origin.source == null ? 0 : segmentCount(size, segmentBytes));
  }

  private static int segmentCount(long size, int segmentBytes) {
    return Math.toIntExact((size + segmentBytes - 1) / segmentBytes);
  }

  /** The file's length in bytes, local changes included. */
  public long size() {
    return size;
  }

  /** Bytes of every segment but the last. */
  public int segmentBytes() {
    return segmentBytes;
  }

  /** Whether all bytes are on the local disk. */
  public boolean isComplete() {
    return presence.isComplete();
  }

  /**
   * Reads until the buffer is full or the file ends.
   *
   * @return how many bytes were read
   */
  public int read(long offset, ByteBuffer into) throws IOException, DepSkyException {
    long end = Math.min(size, offset + into.remaining());
    if (offset >= end) {
      return 0;
    }
    bringIn(offset, end);
    int limit = into.limit();
    into.limit(into.position() + (int) (end - offset));
    try {
      return file.read(offset, into);
    } finally {
      into.limit(limit);
    }
  }

  /** Writes all bytes of the buffer. */
  public void write(long offset, ByteBuffer from) throws IOException, DepSkyException {
    long end = offset + from.remaining();
    if (end == offset) {
      return;
    }
    bringIn(Math.max(0, Math.min(offset, size - 1)), Math.min(end, size));
    file.write(offset, from);
    sizeLock.lock();
    try {
      markChanged(offset, end);
      size = Math.max(size, end);
    } finally {
      sizeLock.unlock();
    }
  }

  /** Makes the file exactly this long; new bytes are zeros. */
  public void truncate(long newSize) throws IOException, DepSkyException {
    if (newSize > 0 && size > 0) {
      long last = Math.min(newSize, size) - 1;
      bringIn(last, last + 1); // the segment that becomes or ceases to be the last one
    }
    sizeLock.lock();
    try {
      if (newSize < size) {
        presence.forgetFrom(segmentCount(newSize, segmentBytes));
      }
      file.truncate(newSize);
      if (newSize > 0 && newSize != size) {
        markChanged(newSize - 1, newSize);
      }
      size = newSize;
    } finally {
      sizeLock.unlock();
    }
  }

  /** A longer file has another last segment, and whether it is the last is part of a segment. */
  @GuardedBy("sizeLock")
  private void markChanged(long offset, long end) {
    long from = end > size ? Math.max(0, Math.min(offset, size - 1)) : offset;
    changed.set((int) (from / segmentBytes), (int) ((end - 1) / segmentBytes) + 1);
  }

  /** Which segments may differ from the version that the image began with or last became. */
  public BitSet changedSegments() {
    sizeLock.lock();
    try {
      return (BitSet) changed.clone();
    } finally {
      sizeLock.unlock();
    }
  }

  /** Any byte may differ from any version. */
  void markAllChanged() {
    sizeLock.lock();
    try {
      changed.set(0, segmentCount(size, segmentBytes));
    } finally {
      sizeLock.unlock();
    }
  }

  /** The image as it is became a version: nothing differs any more. */
  public void markCommitted() {
    sizeLock.lock();
    try {
      changed.clear();
    } finally {
      sizeLock.unlock();
    }
  }

  /** Makes all bytes that are here durable on the local disk. */
  public void force() throws IOException {
    file.force();
  }

  /**
   * The bytes as the clouds are to store them. Changed segments are always here; to read others,
   * call {@link #complete} first, as a store that is busy writing should not have to read.
   */
  public Content content() {
    return new Content() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public void read(long offset, ByteBuffer into) throws IOException {
        try {
          FileImage.this.read(offset, into);
        } catch (DepSkyException e) {
          throw new IOException("a part of the file could not be fetched: " + e.getMessage(), e);
        }
        if (into.hasRemaining()) {
          throw new IOException("the file in the cache is shorter than it should be");
        }
      }
    };
  }

  private void bringIn(long from, long to) throws IOException, DepSkyException {
    if (presence.isComplete() || to <= from) {
      return;
    }
    int last = (int) ((to - 1) / segmentBytes);
    for (int segment = (int) (from / segmentBytes); segment <= last; segment++) {
      if (presence.claim(segment)) {
        fetch(segment);
        startReadAhead();
      }
    }
  }

  private void fetch(int segment) throws IOException, DepSkyException {
    boolean arrived = false;
    try {
      version().readSegment(segment, file::write);
      arrived = true;
    } catch (DepSkyException.ContentFailed e) {
      if (e.getCause() instanceof IOException disk) {
        throw disk;
      }
      throw e;
    } finally {
      presence.fetched(segment, arrived);
    }
  }

  private StoredVersion version() throws DepSkyException {
    openLock.lock();
    try {
      if (opened == null) {
        if (source == null) {
          throw new IllegalStateException("a complete image has nothing to fetch");
        }
        opened = source.open();
      }
      return opened;
    } finally {
      openLock.unlock();
    }
  }

  /** Fetches whatever is not here yet. */
  public void complete() throws IOException, DepSkyException {
    bringIn(0, size);
  }

  private void startReadAhead() {
    sizeLock.lock();
    try {
      if (readingAhead || presence.isComplete()) {
        return;
      }
      readingAhead = true;
    } finally {
      sizeLock.unlock();
    }
    for (int i = 0; i < READ_AHEAD_TASKS; i++) {
      Cancellable _ = tasks.start("scfs-read-ahead", this::readAhead);
    }
  }

  /** Never interrupted, as an interrupt would close the file below: it looks at {@code closed}. */
  private void readAhead() {
    while (!closed) {
      OptionalInt next = presence.claimNext();
      if (next.isEmpty()) {
        return;
      }
      try {
        fetch(next.getAsInt());
      } catch (IOException | DepSkyException e) {
        return; // who needs the segment will fetch it again and see the error
      }
    }
  }

  void close() {
    closed = true;
    presence.forgetFrom(0); // waits for what is being fetched into the file
    file.close();
  }
}
