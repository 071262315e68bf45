package org.scfs.depsky;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes the contents of a segment. Must not call the store that it reads from. */
@FunctionalInterface
public interface SegmentSink {

  /**
   * Takes verified plaintext, in the order of its offsets. The buffer is good during the call only.
   * If a later part of the segment turns out not to decode, the earlier ones stay genuine.
   */
  void write(long offsetInFile, ByteBuffer plaintext) throws IOException;
}
