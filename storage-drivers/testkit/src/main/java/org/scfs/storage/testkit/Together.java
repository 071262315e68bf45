package org.scfs.storage.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import org.scfs.ports.Tasks;
import org.scfs.ports.system.SystemEnvironment;

/** Runs work on several virtual threads at once. */
final class Together {

  private static final Tasks TASKS = SystemEnvironment.create().tasks();

  private Together() {}

  /**
   * Starts all of the work at the same moment and waits for its results.
   *
   * @param work makes the work of each thread, counted from 0
   * @throws AssertionError with the cause if one of them fails
   */
  static <T> List<T> run(int threads, IntFunction<Callable<T>> work) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(threads);
    List<FutureTask<T>> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Callable<T> each = work.apply(i);
      FutureTask<T> task =
          new FutureTask<>(
              () -> {
                ready.countDown();
                ready.await();
                return each.call();
              });
      started.add(task);
      TASKS.start("contract-" + i, task);
    }
    List<T> results = new ArrayList<>();
    for (FutureTask<T> task : started) {
      results.add(result(task));
    }
    return results;
  }

  /** Gives way: virtual threads that never block would keep the others from running. */
  @SuppressWarnings("ThreadPriorityCheck") // needed for progress, which the warning doubts
  static void letOthersRun() {
    Thread.yield();
  }

  private static <T> T result(FutureTask<T> task) throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new AssertionError("work that ran together failed", e.getCause());
    }
  }
}
