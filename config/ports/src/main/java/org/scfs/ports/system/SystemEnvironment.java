package org.scfs.ports.system;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The environment of a real process. */
public final class SystemEnvironment {

  private static final Logger LOG = LoggerFactory.getLogger(SystemEnvironment.class);

  private SystemEnvironment() {}

  /** Returns the ports of this process: its clocks, its secure random source, virtual threads. */
  public static Environment create() {
    SecureRandom random = new SecureRandom();
    return new Environment(
        new SystemTime(),
        random::nextBytes,
        () -> new Id128(random.nextLong(), random.nextLong()),
        SystemEnvironment::startVirtualThread);
  }

  private static Cancellable startVirtualThread(String name, Runnable work) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .uncaughtExceptionHandler((t, e) -> LOG.error("{} failed", t.getName(), e))
            .start(work);
    return thread::interrupt;
  }

  private static final class SystemTime implements Time {

    private final ScheduledThreadPoolExecutor timer;

    SystemTime() {
      timer =
          new ScheduledThreadPoolExecutor(
              1, Thread.ofPlatform().name("scfs-timer").daemon(true).factory());
      timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant now() {
      return Instant.now();
    }

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      Thread.sleep(duration);
    }

    @Override
    public Cancellable after(Duration delay, Runnable action) {
      ScheduledFuture<?> future =
          timer.schedule(() -> runLogged(action), delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> future.cancel(false);
    }

    private static void runLogged(Runnable action) {
      try {
        action.run();
      } catch (RuntimeException e) {
        LOG.error("a timer's action failed", e);
      }
    }
  }
}
