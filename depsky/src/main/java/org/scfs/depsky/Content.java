package org.scfs.depsky;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The contents of a file to store. Read by one thread at a time, in order, each byte at most once.
 */
public interface Content {

  /** Number of bytes. Asked once. */
  long size();

  /**
   * Fills the buffer completely with the bytes from the offset on.
   *
   * @throws IOException if they cannot be read, or there are fewer
   */
  void read(long offset, ByteBuffer into) throws IOException;
}
