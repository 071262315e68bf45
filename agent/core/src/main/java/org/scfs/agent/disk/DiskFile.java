package org.scfs.agent.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file of the local disk. Thread-safe; reads and writes go through the page cache. */
public interface DiskFile extends AutoCloseable {

  /**
   * Reads until the buffer or the file ends.
   *
   * @return how many bytes were read
   */
  int read(long offset, ByteBuffer into) throws IOException;

  /** Writes all that remains in the buffer; a gap before the offset reads as zeros. */
  void write(long offset, ByteBuffer from) throws IOException;

  /** Makes the file exactly this long; new bytes are zeros. */
  void truncate(long size) throws IOException;

  /** The file's length in bytes. */
  long size() throws IOException;

  /** Makes the bytes and the length durable, power loss included. */
  void force() throws IOException;

  @Override
  void close();
}
