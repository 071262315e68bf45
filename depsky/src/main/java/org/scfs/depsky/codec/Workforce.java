package org.scfs.depsky.codec;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Tasks;

/**
 * Splits computation over the processors: the caller works, and threads of its own help it. Never
 * waits for a thread that has not begun, so that it ends however busy the machine is. Thread-safe.
 */
final class Workforce {

  /** Work that is worth the start of a thread: some 0.1 ms. */
  private static final int BYTES_PER_HELPER = 256 * 1024;

  private final @Nullable Tasks tasks;
  private final int processors;

  private Workforce(@Nullable Tasks tasks, int processors) {
    this.tasks = tasks;
    this.processors = processors;
  }

  /** The calling thread and nobody else. */
  static Workforce alone() {
    return new Workforce(null, 1);
  }

  /** As many threads as there are processors. */
  static Workforce of(Tasks tasks) {
    return new Workforce(tasks, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Does pieces of work, from 0 to the count, in any order and at the same time; returns when all
   * are done. What one of them throws is thrown here.
   *
   * @param bytes how many bytes a piece is about
   */
  void each(int count, int bytes, IntConsumer piece) {
    Round round = new Round(count, piece);
    if (tasks != null) {
      long worthwhile = (long) (count - 1) * bytes / BYTES_PER_HELPER;
      long helpers = Math.min(Math.min(processors, count) - 1, worthwhile);
      for (int i = 0; i < helpers; i++) {
        var _ = tasks.start("codec", round::work);
      }
    }
    round.work();
    round.await();
  }

  /** The pieces of one call. */
  private static final class Round {

    private final int count;
    private final IntConsumer piece;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch undone;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Round(int count, IntConsumer piece) {
      this.count = count;
      this.piece = piece;
      this.undone = new CountDownLatch(count);
    }

    void work() {
      for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
        try {
          piece.accept(i);
        } catch (RuntimeException | Error e) {
          failure.compareAndSet(null, e);
        } finally {
          undone.countDown();
        }
      }
    }

    /** Computation is short and cannot be called off: an interruption is kept for later. */
    void await() {
      boolean interrupted = false;
      while (true) {
        try {
          undone.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      switch (failure.get()) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new AssertionError("pieces throw nothing else", e);
      }
    }
  }
}
