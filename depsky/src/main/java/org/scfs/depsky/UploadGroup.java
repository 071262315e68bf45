package org.scfs.depsky;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Tasks;

/**
 * The uploads of one version's segments, each on a thread of its own; the first failure is that of
 * all. Used by one thread. Its lock is a leaf.
 */
final class UploadGroup {

  /** One upload. */
  interface Upload {
    void run() throws DepSkyException;
  }

  /** An upload under way; its thread is touched by the group's user only. */
  private static final class Running {
    @Nullable Cancellable thread;
  }

  private final Tasks tasks;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /**
   * What still runs, and nothing else: the handle of a thread that is done would keep its segment
   * in memory until the whole file is written.
   */
  @GuardedBy("lock")
  private final Set<Running> running = new HashSet<>();

  @GuardedBy("lock")
  private @Nullable DepSkyException failure;

  @GuardedBy("lock")
  private @Nullable Throwable bug;

  UploadGroup(Tasks tasks) {
    this.tasks = tasks;
  }

  /** Starts an upload; its memory is given back when it ends. */
  void start(String name, MemoryBudget.Part memory, Upload upload) {
    Running entry = add();
    boolean started = false;
    try {
      entry.thread = tasks.start("upload " + name, () -> run(entry, memory, upload));
      started = true;
    } finally {
      if (!started) {
        remove(entry);
      }
    }
  }

  private void run(Running entry, MemoryBudget.Part memory, Upload upload) {
    try (memory) {
      upload.run();
    } catch (DepSkyException e) {
      fail(e, null);
    } catch (RuntimeException | Error e) {
      fail(null, e);
    } finally {
      remove(entry);
    }
  }

  private void fail(@Nullable DepSkyException expected, @Nullable Throwable unexpected) {
    lock.lock();
    try {
      failure = failure == null ? expected : failure;
      bug = bug == null ? unexpected : bug;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private Running add() {
    lock.lock();
    try {
      Running entry = new Running();
      running.add(entry);
      return entry;
    } finally {
      lock.unlock();
    }
  }

  private void remove(Running entry) {
    lock.lock();
    try {
      running.remove(entry);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Fails if an upload failed. */
  void check() throws DepSkyException {
    lock.lock();
    try {
      throwFailure();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all are done, or one failed. */
  void awaitAll() throws DepSkyException {
    lock.lock();
    try {
      while (!running.isEmpty() && failure == null && bug == null) {
        changed.await();
      }
      throwFailure();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DepSkyException.Interrupted("interrupted while uploading", e);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void throwFailure() throws DepSkyException {
    if (bug != null) {
      throw new IllegalStateException("an upload failed unexpectedly", bug);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Interrupts what still runs; it ends at once, without being waited for. */
  void cancelAll() {
    List<Running> left;
    lock.lock();
    try {
      left = List.copyOf(running);
    } finally {
      lock.unlock();
    }
    for (Running entry : left) {
      Cancellable thread = entry.thread;
      if (thread != null) {
        thread.cancel();
      }
    }
  }
}
