package org.scfs.depsky;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.scfs.ports.Time;
import org.scfs.ports.system.SystemEnvironment;

/**
 * A clock that stands while anything runs and jumps to the next timer when all threads wait, so
 * that a test which waits for minutes takes milliseconds, and a slow machine makes nothing late.
 * All threads that use it are started here; they are virtual, since the state of a virtual thread
 * changes when it is woken, not only when it gets a processor.
 */
public final class JumpingTime implements Time, AutoCloseable {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Environment REAL = SystemEnvironment.create();
  private static final long LOOK_NANOS = 200_000;

  private record Timer(long at, long order, Runnable action) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::order));
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private long started;
  private volatile long now;
  private volatile boolean closed;

  public JumpingTime() {
    Thread driver = Thread.ofVirtual().name("jumping time").unstarted(this::drive);
    driver.start();
  }

  /** The ports of a process that lives by this clock. */
  public Environment environment() {
    return new Environment(this, REAL.randomness(), REAL.ids(), this::startTask);
  }

  /** Runs a test on a thread that this clock knows. */
  public <T> T run(Callable<T> test) throws Exception {
    FutureTask<T> task = new FutureTask<>(test);
    startTask("test", task);
    try {
      return task.get();
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    }
  }

  private Cancellable startTask(String name, Runnable work) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .unstarted(
                () -> {
                  try {
                    work.run();
                  } finally {
                    threads.remove(Thread.currentThread());
                  }
                });
    threads.add(thread);
    thread.start();
    return thread::interrupt;
  }

  private void drive() {
    int still = 0;
    while (!closed) {
      LockSupport.parkNanos(LOOK_NANOS);
      still = allWait() ? still + 1 : 0;
      if (still > 2) {
        still = 0;
        Timer next = next();
        if (next != null) {
          next.action().run();
        }
      }
    }
  }

  private boolean allWait() {
    return threads.stream()
        .map(Thread::getState)
        .allMatch(state -> state == Thread.State.WAITING || state == Thread.State.TERMINATED);
  }

  private @Nullable Timer next() {
    lock.lock();
    try {
      Timer next = timers.poll();
      if (next != null) {
        now = Math.max(now, next.at());
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant now() {
    return START.plusNanos(now);
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Cancellable timer = after(duration, over::countDown);
    try {
      over.await();
    } finally {
      timer.cancel();
    }
  }

  @Override
  public Cancellable after(Duration delay, Runnable action) {
    lock.lock();
    try {
      Timer timer = new Timer(now + delay.toNanos(), started++, action);
      timers.add(timer);
      return () -> cancel(timer);
    } finally {
      lock.unlock();
    }
  }

  private void cancel(Timer timer) {
    lock.lock();
    try {
      timers.remove(timer);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
  }
}
