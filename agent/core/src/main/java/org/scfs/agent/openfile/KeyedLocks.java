package org.scfs.agent.openfile;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One lock for each key in use. Thread-safe. */
final class KeyedLocks<K> {

  private static final class Counted {
    final ReentrantLock lock = new ReentrantLock();
    int users;
  }

  private final ConcurrentHashMap<K, Counted> locks = new ConcurrentHashMap<>();

  /** A held lock; closing it unlocks. */
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  Held lock(K key) {
    @Nullable Counted counted =
        locks.compute(
            key,
            (k, old) -> {
              Counted now = old == null ? new Counted() : old;
              now.users++;
              return now;
            });
    if (counted == null) {
      throw new IllegalStateException("compute made nothing");
    }
    Counted mine = counted;
    mine.lock.lock();
    return () -> {
      mine.lock.unlock();
      locks.computeIfPresent(key, (k, old) -> --old.users == 0 ? null : old);
    };
  }
}
