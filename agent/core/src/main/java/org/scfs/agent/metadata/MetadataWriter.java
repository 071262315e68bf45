package org.scfs.agent.metadata;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Lock;
import org.scfs.coordination.MetadataStore;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;

/**
 * Runs changes of the name space: plans one on what the cache remembers, commits it, and when
 * somebody else was faster plans it again on what is true. An error is only reported when it
 * follows from the truth. Thread-safe.
 *
 * <p>Changes of one directory by this agent wait for one another, as they would only meet in the
 * compare-and-set. Lock order: the mutexes of the directories by their index; nothing else is taken
 * inside.
 */
final class MetadataWriter {

  private static final int MUTEXES = 64;
  private static final int ATTEMPTS = 30;
  private static final Duration BACK_OFF = Duration.ofMillis(2);

  /** A failure of the connection that is over by then is none to the caller. */
  private static final Duration PASSING = Duration.ofSeconds(5);

  /** Plans a change. May be called several times, each time with another view. */
  interface Plan<T> {
    /** Adds to the edit what is to change, and says what the caller gets once it is committed. */
    Result<T> make(MetadataEdit edit) throws VfsException, CoordinationException;
  }

  /** What a committed change gives its caller. */
  interface Result<T> {
    /** The result, given the locks that the transaction acquired. */
    T of(List<Lock> locks);
  }

  private final MetadataStore store;
  private final Layout layout;
  private final Views views;
  private final MetadataCache cache;
  private final Time time;
  private final List<ReentrantLock> mutexes =
      IntStream.range(0, MUTEXES).mapToObj(i -> new ReentrantLock()).toList();

  MetadataWriter(MetadataStore store, Layout layout, Views views, MetadataCache cache, Time time) {
    this.store = store;
    this.layout = layout;
    this.views = views;
    this.cache = cache;
    this.time = time;
  }

  /** Runs a change that concerns these directories or, without one, this object. */
  <T> T run(List<Id128> concerned, Plan<T> plan) throws VfsException {
    List<ReentrantLock> held =
        concerned.stream()
            .mapToInt(id -> Math.floorMod(id.hashCode(), MUTEXES))
            .distinct()
            .sorted()
            .mapToObj(mutexes::get)
            .toList();
    held.forEach(ReentrantLock::lock);
    try {
      return attempt(plan);
    } catch (CoordinationException e) {
      throw CoordinationErrors.toVfs(e);
    } finally {
      held.forEach(ReentrantLock::unlock);
    }
  }

  private <T> T attempt(Plan<T> plan) throws VfsException, CoordinationException {
    long begin = time.nanos();
    CoordinationException.@Nullable Conflict last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      View view = attempt == 0 ? views.remembered() : views.current();
      MetadataEdit edit = new MetadataEdit(layout, view, time.now());
      try {
        Result<T> result = plan.make(edit);
        if (edit.isEmpty()) {
          return result.of(List.of());
        }
        long committedAt = time.nanos();
        List<Lock> locks = store.commit(edit.build());
        edit.tell(cache, committedAt);
        return result.of(locks);
      } catch (VfsException e) {
        if (attempt > 0) {
          throw e;
        }
      } catch (CoordinationException.Conflict e) {
        if (e.reason() == ConflictReason.LOCK_LOST) {
          throw new VfsException(Errno.ESTALE, "the write lock was lost: " + e.getMessage(), e);
        }
        last = e;
        backOff(attempt);
      } catch (CoordinationException.Unavailable e) {
        // It is known to have had no effect. What took long will not be better at once.
        if (time.nanos() - begin > PASSING.toNanos()) {
          throw e;
        }
        backOff(attempt);
      }
    }
    throw new VfsException(Errno.EBUSY, "others kept changing the same directory; try again", last);
  }

  private void backOff(int attempt) throws VfsException {
    if (attempt == 0) {
      return; // most likely the cache was behind
    }
    try {
      time.sleep(BACK_OFF.multipliedBy(attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new VfsException(Errno.EINTR, "interrupted", e);
    }
  }
}
