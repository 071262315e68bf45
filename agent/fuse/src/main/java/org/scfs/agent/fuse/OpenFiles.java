package org.scfs.agent.fuse;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file handles that the kernel holds. Thread-safe. */
final class OpenFiles {

  private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);

  /**
   * An open file.
   *
   * @param path where it was when it was opened, for the log
   */
  record OpenFile(FileHandle handle, Id128 node, String path) {}

  private final Vfs vfs;
  private final Map<Long, OpenFile> files = new ConcurrentHashMap<>();

  OpenFiles(Vfs vfs) {
    this.vfs = vfs;
  }

  /** Remembers an open file; its handle's number goes to the kernel. */
  void add(OpenFile file) {
    files.put(file.handle.number(), file);
  }

  /** The open file with the number that the kernel sent. */
  OpenFile get(long number) throws VfsException {
    @Nullable OpenFile file = files.get(number);
    if (file == null) {
      throw new VfsException(Errno.EBADF, "no open file " + number);
    }
    return file;
  }

  /** The path of an open file, for the log. */
  String label(long number) {
    @Nullable OpenFile file = files.get(number);
    return file == null ? "file " + number : file.path;
  }

  /** The last descriptor of the file is closed. */
  void release(long number) {
    @Nullable OpenFile file = files.remove(number);
    if (file != null) {
      vfs.release(file.handle);
    }
  }

  /**
   * Closes what is still open when the mount is gone. The kernel does not deliver a release that
   * was under way, and neither flush nor release once a connection was cut; a cut is treated like
   * the death of the programs that had the files open, so that what they wrote is kept.
   */
  void closeAll() {
    for (OpenFile file : files.values()) {
      try {
        vfs.flush(file.handle);
      } catch (VfsException e) {
        LOG.warn("closing {} after the unmount: {}: {}", file.path, e.errno(), e.getMessage());
      }
      release(file.handle.number());
    }
  }
}
