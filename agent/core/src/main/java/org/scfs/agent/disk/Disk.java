package org.scfs.agent.disk;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A folder of the local disk that belongs to one mount. Names are relative, {@code folder/file} or
 * {@code file}. Thread-safe.
 *
 * <p>Nothing is durable before {@link DiskFile#force} for a file's bytes and {@link #forceFolder}
 * for its name. A full disk shows as {@link DiskFullException}.
 */
public interface Disk {

  /** Makes a sub-folder if it is not there. */
  void makeFolder(String folder) throws IOException;

  /** The files of a sub-folder, in no order. */
  List<DiskEntry> list(String folder) throws IOException;

  /** Creates an empty file, replacing one of that name, and opens it for reading and writing. */
  DiskFile create(String name) throws IOException;

  /** Opens an existing file for reading and writing; empty if there is none. */
  Optional<DiskFile> open(String name) throws IOException;

  /** Moves a file atomically, replacing one of the new name. Open handles stay valid. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file if it is there. Open handles stay valid. */
  void delete(String name) throws IOException;

  /** Makes the names in a folder durable. */
  void forceFolder(String folder) throws IOException;

  /** Total and free space of the disk below. */
  DiskSpace space() throws IOException;
}
