package org.scfs.agent.fuse;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import jnr.ffi.Pointer;

/** Shows libfuse's buffers as byte buffers, without a copy. */
final class NativeMemory {

  private NativeMemory() {}

  /**
   * A view of native memory, valid only until the callback that got the pointer returns.
   *
   * @param bytes how large libfuse says the buffer is
   */
  @SuppressWarnings("restricted") // libfuse vouches for the size of the buffers that it hands out
  static ByteBuffer view(Pointer pointer, long bytes) {
    return MemorySegment.ofAddress(pointer.address()).reinterpret(bytes).asByteBuffer();
  }
}
