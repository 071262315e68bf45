package org.scfs.agent.disk.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.scfs.agent.disk.DiskFile;

/** A file of a real folder. */
final class LocalDiskFile implements DiskFile {

  private final FileChannel channel;

  LocalDiskFile(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read(long offset, ByteBuffer into) throws IOException {
    int total = 0;
    while (into.hasRemaining()) {
      int count = channel.read(into, offset + total);
      if (count < 0) {
        break;
      }
      total += count;
    }
    return total;
  }

  @Override
  public void write(long offset, ByteBuffer from) throws IOException {
    try {
      long position = offset;
      while (from.hasRemaining()) {
        position += channel.write(from, position);
      }
    } catch (IOException e) {
      throw LocalDisk.translate(e);
    }
  }

  @Override
  public void truncate(long size) throws IOException {
    try {
      long current = channel.size();
      if (size < current) {
        channel.truncate(size);
      } else if (size > current) {
        channel.write(ByteBuffer.wrap(new byte[1]), size - 1);
      }
    } catch (IOException e) {
      throw LocalDisk.translate(e);
    }
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void force() throws IOException {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw LocalDisk.translate(e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a cached file could not be closed", e);
    }
  }
}
