package org.scfs.agent.fuse;

import java.time.Instant;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileSystemStatistics;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.Statvfs;
import ru.serce.jnrfuse.struct.Timespec;

/** Writes attributes into the C structures that libfuse hands out. */
final class StatBuffer {

  /** What {@code stat} counts blocks in, whatever the real size. */
  private static final int SECTOR_BYTES = 512;

  private static final int PREFERRED_IO_BYTES = 131072;

  private StatBuffer() {}

  /** Fills {@code struct stat}. */
  static void write(Attributes attributes, FileStat stat) {
    stat.st_ino.set(attributes.inodeNumber());
    stat.st_mode.set(typeBits(attributes.type()) | attributes.mode());
    stat.st_nlink.set(attributes.links());
    stat.st_uid.set(attributes.owner().uid());
    stat.st_gid.set(attributes.owner().gid());
    stat.st_rdev.set(attributes.device());
    stat.st_size.set(attributes.size());
    stat.st_blksize.set(PREFERRED_IO_BYTES);
    stat.st_blocks.set((attributes.size() + SECTOR_BYTES - 1) / SECTOR_BYTES);
    write(attributes.times().accessed(), stat.st_atim);
    write(attributes.times().modified(), stat.st_mtim);
    write(attributes.times().changed(), stat.st_ctim);
  }

  private static void write(Instant instant, Timespec time) {
    time.tv_sec.set(instant.getEpochSecond());
    time.tv_nsec.set(instant.getNano());
  }

  /** Fills {@code struct statvfs}. */
  static void write(FileSystemStatistics statistics, Statvfs statvfs) {
    statvfs.f_bsize.set(statistics.blockBytes());
    statvfs.f_frsize.set(statistics.blockBytes());
    statvfs.f_blocks.set(statistics.blocks());
    statvfs.f_bfree.set(statistics.freeBlocks());
    statvfs.f_bavail.set(statistics.freeBlocks());
    statvfs.f_namemax.set(statistics.maxNameBytes());
  }

  /** The inode number of a directory's entry; the same as {@link Attributes#inodeNumber}. */
  static long inodeNumber(Id128 id) {
    long folded = id.high() ^ id.low();
    return folded == 0 || folded == 1 ? folded + 2 : folded;
  }

  /** The type's bits in a mode. */
  static int typeBits(FileType type) {
    return switch (type) {
      case REGULAR -> FileStat.S_IFREG;
      case DIRECTORY -> FileStat.S_IFDIR;
      case SYMLINK -> FileStat.S_IFLNK;
      case FIFO -> FileStat.S_IFIFO;
      case SOCKET -> FileStat.S_IFSOCK;
      case CHARACTER_DEVICE -> FileStat.S_IFCHR;
      case BLOCK_DEVICE -> FileStat.S_IFBLK;
    };
  }

  /** The type that {@code mknod} asks for. */
  static FileType typeOf(long mode) throws VfsException {
    int bits = (int) mode & FileStat.S_IFMT;
    for (FileType type : FileType.values()) {
      if (typeBits(type) == bits) {
        return type;
      }
    }
    if (bits == 0) {
      return FileType.REGULAR;
    }
    throw new VfsException(Errno.EINVAL, "no such file type: " + Integer.toOctalString(bits));
  }
}
