package org.scfs.agent.fuse;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;

/** The directories that programs have open, by numbers that the kernel holds. Thread-safe. */
final class OpenDirectories {

  private final Map<Long, Id128> directories = new ConcurrentHashMap<>();
  private final AtomicLong lastNumber = new AtomicLong();

  /** Remembers a directory and returns its number. */
  long add(Id128 directory) {
    long number = lastNumber.incrementAndGet();
    directories.put(number, directory);
    return number;
  }

  /** The directory with this number. */
  Id128 get(long number) throws VfsException {
    @Nullable Id128 directory = directories.get(number);
    if (directory == null) {
      throw new VfsException(Errno.EBADF, "no open directory " + number);
    }
    return directory;
  }

  /** Forgets a directory that was closed. */
  void remove(long number) {
    directories.remove(number);
  }
}
