package org.scfs.depsky;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.scfs.storage.ObjectKey;

/**
 * Remembers which clouds acknowledged the objects that this process wrote lately, so that reads ask
 * those first, and notice when one of them lost an object. A hint: it may forget. Thread-safe; its
 * lock is a leaf.
 */
final class Placements {

  private static final int MOST = 4096;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<ObjectKey, Integer> cloudsOf = new LinkedHashMap<>();

  /** Notes that a cloud acknowledged an object. */
  void add(ObjectKey key, int cloud) {
    lock.lock();
    try {
      cloudsOf.merge(key, 1 << cloud, (a, b) -> a | b);
      if (cloudsOf.size() > MOST) {
        cloudsOf.remove(cloudsOf.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }

  /** The clouds that acknowledged an object, as a bit set; 0 if nothing is known of it. */
  int of(ObjectKey key) {
    lock.lock();
    try {
      return cloudsOf.getOrDefault(key, 0);
    } finally {
      lock.unlock();
    }
  }
}
