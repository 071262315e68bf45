package org.scfs.agent.fuse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.Struct;
import org.scfs.agent.vfs.DirectoryItem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ru.serce.jnrfuse.FuseFillDir;
import ru.serce.jnrfuse.struct.FileStat;

/** Hands the entries of a directory to libfuse. */
final class DirectoryListing {

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryListing.class);

  private static final int LONGEST_NAME_BYTES = 255;

  private final Pointer buffer;
  private final FuseFillDir filler;
  private final FileStat stat = new FileStat(Runtime.getSystemRuntime());

  DirectoryListing(Pointer buffer, FuseFillDir filler) {
    this.buffer = buffer;
    this.filler = filler;
  }

  /** Adds all entries at once, which libfuse then gives out in the pieces that it is asked for. */
  void fill(List<DirectoryItem> items) {
    stat.st_mode.set(FileStat.S_IFDIR);
    add(".");
    add("..");
    for (DirectoryItem item : items) {
      if (isShowable(item.name())) {
        stat.st_ino.set(StatBuffer.inodeNumber(item.id()));
        stat.st_mode.set(StatBuffer.typeBits(item.type()));
        add(item.name());
      } else {
        LOG.warn("not showing the entry {}: its name is not valid here", item.id());
      }
    }
  }

  private void add(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer terminated = ByteBuffer.allocate(bytes.length + 1).put(bytes).put((byte) 0).flip();
    // It only refuses an entry when memory is short, and then libfuse reports that by itself.
    filler.apply(buffer, terminated, Struct.getMemory(stat), 0);
  }

  /** One name that the kernel does not take would make it refuse the whole directory. */
  private static boolean isShowable(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.indexOf('/') < 0
        && name.indexOf('\0') < 0
        && name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME_BYTES;
  }
}
