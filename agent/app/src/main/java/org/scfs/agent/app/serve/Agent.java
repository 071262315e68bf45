package org.scfs.agent.app.serve;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.control.Answer;
import org.scfs.agent.app.control.ControlServer;
import org.scfs.agent.app.control.MountReport;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.frontend.MountHandle;
import org.scfs.agent.volume.MountedVolume;
import org.scfs.agent.volume.VolumeStatus;
import org.scfs.depsky.AnchoredStore;
import org.scfs.depsky.CloudHealth;
import org.scfs.depsky.DepSkyException;
import org.scfs.ports.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mount at work. It ends in one of three ways: the mount is taken away from outside, a command
 * asks for it, or a signal arrives. Thread-safe.
 */
public final class Agent implements ControlServer.Handler {

  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

  private static final Duration PROBE_LIMIT = Duration.ofSeconds(2);
  private static final Duration BUSY_LIMIT = Duration.ofSeconds(5);
  private static final Duration BUSY_RETRY = Duration.ofMillis(200);

  /** How long a signal's end may take; what is not in the clouds by then stays in the cache. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  private final MountRequest request;
  private final Parts parts;
  private final Environment environment;
  private final Instant since;
  private final ReentrantLock closing = new ReentrantLock();

  @GuardedBy("closing")
  private final Resources resources;

  @GuardedBy("closing")
  private @Nullable MountReport last;

  /** The parts that an agent deals with while it runs. */
  record Parts(
      MountedVolume volume, AnchoredStore clouds, MountHandle mount, ControlServer control) {}

  /** An agent whose mount is there; it closes the resources at its end. */
  Agent(MountRequest request, Parts parts, Resources resources, Environment environment) {
    this.request = request;
    this.parts = parts;
    this.resources = resources;
    this.environment = environment;
    this.since = environment.time().now();
  }

  /** Waits until the mount is gone, then closes everything. */
  public void serve() throws InterruptedException {
    parts.mount.awaitUnmounted();
    var _ = close();
    parts.control.drain();
  }

  /** Ends within a bounded time: for a shutdown hook. A mount that is in use is detached. */
  public void stop() {
    CountDownLatch stopped = new CountDownLatch(1);
    var _ =
        environment
            .tasks()
            .start(
                "stop",
                () -> {
                  try {
                    takeAway();
                    var _ = close();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  } finally {
                    stopped.countDown();
                  }
                });
    try {
      if (!stopped.await(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("ending though not everything is closed; changes are safe in the cache");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void takeAway() throws InterruptedException {
    long begin = environment.time().nanos();
    while (true) {
      try {
        parts.mount.unmount();
        return;
      } catch (MountException e) {
        if (environment.time().nanos() - begin >= BUSY_LIMIT.toNanos()) {
          LOG.warn("{}; ending all the same: programs that use it get errors", e.getMessage());
          new Fusermount(environment.time()).detach(request.directory());
          return;
        }
      }
      environment.time().sleep(BUSY_RETRY);
    }
  }

  @Override
  public Answer status() {
    try {
      var _ = parts.clouds.probe(PROBE_LIMIT);
      return Answer.of(report());
    } catch (DepSkyException.Interrupted e) {
      return Answer.failed(e);
    }
  }

  @Override
  public Answer unmount() {
    try {
      parts.mount.unmount();
      return Answer.of(close());
    } catch (MountException e) {
      return Answer.failed(e);
    }
  }

  /** Closes everything once; returns how the mount was just before. */
  private MountReport close() {
    closing.lock();
    try {
      MountReport report = last;
      if (report == null) {
        report = report();
        last = report;
        resources.close();
        LOG.info("unmounted {}", request.directory());
      }
      return report;
    } finally {
      closing.unlock();
    }
  }

  private MountReport report() {
    VolumeStatus status = parts.volume.status();
    return new MountReport(
        status.volume(),
        request.directory().toString(),
        MountReport.Agent.RUNNING,
        ProcessHandle.current().pid(),
        since.toString(),
        request.readOnly(),
        request.configuration().file().toString(),
        new MountReport.Coordination(word(status.session()), status.sessionExplanation()),
        status.clouds().stream().map(Agent::report).toList(),
        new MountReport.Cache(
            request.configuration().cacheFolder(request.volume()).toString(),
            status.cache().limit(),
            status.cache().clean(),
            status.cache().files(),
            status.cache().changed()),
        status.openFiles(),
        changes(status),
        status.conflictCopies());
  }

  private static List<MountReport.Change> changes(VolumeStatus status) {
    return status.pending().stream()
        .map(change -> new MountReport.Change(change.name(), change.bytes(), change.reason()))
        .toList();
  }

  private static MountReport.Cloud report(CloudHealth cloud) {
    return new MountReport.Cloud(
        cloud.cloud(),
        word(cloud.state()),
        cloud.explanation(),
        Math.round(cloud.typicalLatency().toNanos() / 1e4) / 100.0,
        cloud.requests(),
        cloud.failures(),
        cloud.corruptions(),
        cloud.lastFailure().map(Instant::toString).orElse(""));
  }

  private static String word(Enum<?> state) {
    return state.name().toLowerCase(java.util.Locale.ROOT);
  }
}
