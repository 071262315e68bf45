package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.scfs.ports.Environment;

/**
 * The hosts of this process, one for a folder however often it is opened: file locks belong to the
 * process as a whole. Thread-safe; its lock is taken before a host's own.
 */
final class EmbeddedHosts {

  private static final class Shared {
    private final EmbeddedHost host;
    private int users;

    private Shared(EmbeddedHost host) {
      this.host = host;
    }
  }

  /** Held during I/O too: who opens a folder waits for who closes it. */
  private static final ReentrantLock LOCK = new ReentrantLock();

  private static final Map<Path, Shared> HOSTS = new HashMap<>();

  private EmbeddedHosts() {}

  /** One use of a host. */
  static final class Use {
    private final Path path;
    private final EmbeddedHost host;
    private boolean ended; // guarded by LOCK

    private Use(Path path, EmbeddedHost host) {
      this.path = path;
      this.host = host;
    }

    EmbeddedHost host() {
      return host;
    }

    /** Closes the host with its last use. Idempotent. */
    void end() {
      LOCK.lock();
      try {
        Shared shared = HOSTS.get(path);
        if (!ended && shared != null) {
          ended = true;
          shared.users--;
          if (shared.users == 0) {
            HOSTS.remove(path);
            shared.host.close();
          }
        }
      } finally {
        LOCK.unlock();
      }
    }
  }

  static Use open(Path directory, Environment environment, Duration limit)
      throws IOException, InterruptedException {
    LOCK.lockInterruptibly();
    try {
      Path path = EmbeddedDirectory.create(directory); // one name for one folder
      Shared shared = HOSTS.get(path);
      if (shared == null) {
        shared = new Shared(EmbeddedHost.open(path, environment, limit));
        HOSTS.put(path, shared);
      }
      shared.users++;
      return new Use(path, shared.host);
    } finally {
      LOCK.unlock();
    }
  }
}
