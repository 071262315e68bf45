package org.scfs.agent.fuse;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Id128;

/**
 * The files that were unlinked while they are open. Thread-safe.
 *
 * <p>libfuse 2 asks for them by a path, so it renames such a file to {@code .fuse_hidden} with 16
 * hexadecimal digits and unlinks that name at the last close. Those names live here only: in the
 * volume the file is unlinked at once, and what the kernel asks about the name goes to the node.
 * The name alone is the key, since libfuse never uses one twice in the life of a mount; so a
 * renamed directory does no harm.
 */
final class HiddenFiles {

  private static final Pattern NAME =
      Pattern.compile("\\.fuse_hidden[0-9a-f]{8}(?<counter>[0-9a-f]{8})");

  /** How far counters of concurrent calls may lie apart, given up attempts included. */
  private static final long WINDOW = 1024;

  private record HiddenFile(Id128 node, Id128 directory) {}

  private final ConcurrentHashMap<String, HiddenFile> files = new ConcurrentHashMap<>();
  private final AtomicLong highestCounter = new AtomicLong();

  /** Whether a name has the form that libfuse uses, so that nobody else may create it. */
  static boolean isReserved(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Whether libfuse may have made up this name just now. It counts upwards from 1; a name that is
   * off the count comes from a user, whose file must not be unlinked for it.
   */
  boolean isNextName(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      return false;
    }
    long counter = Long.parseLong(matcher.group("counter"), 16);
    return Math.abs(counter - highestCounter.get()) <= WINDOW;
  }

  /** Remembers a file that was unlinked from the directory. */
  void add(String name, Id128 node, Id128 directory) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a hidden name: " + name);
    }
    highestCounter.accumulateAndGet(Long.parseLong(matcher.group("counter"), 16), Math::max);
    files.put(name, new HiddenFile(node, directory));
  }

  /** The node behind a hidden name. */
  Optional<Id128> node(String name) {
    return Optional.ofNullable(files.get(name)).map(HiddenFile::node);
  }

  /** Gives a hidden file another hidden name; returns whether it was one. */
  boolean move(String from, String to) {
    @Nullable HiddenFile file = files.remove(from);
    if (file == null) {
      return false;
    }
    add(to, file.node, file.directory);
    return true;
  }

  /** Forgets a hidden name; returns whether it was one. */
  boolean forget(String name) {
    return files.remove(name) != null;
  }

  /** Forgets what was hidden in a directory that is gone: libfuse has no path to it any more. */
  void forgetDirectory(Id128 directory) {
    files.values().removeIf(file -> file.directory.equals(directory));
  }
}
