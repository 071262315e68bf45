package org.scfs.agent.fuse;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.frontend.MountHandle;
import org.scfs.agent.frontend.TransportCapabilities;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One mount, and the thread that libfuse's loop runs on. */
final class FuseMount implements MountHandle {

  private static final Logger LOG = LoggerFactory.getLogger(FuseMount.class);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

  /** How long what is under way may take to end after the mount is gone. */
  private static final Duration END_LIMIT = Duration.ofMinutes(5);

  private final FuseBridge bridge;
  private final Path directory;
  private final Time time;
  private final MountTable mountTable = new MountTable();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable String failure;

  FuseMount(FuseBridge bridge, Path directory, Time time) {
    this.bridge = bridge;
    this.directory = directory;
    this.time = time;
  }

  /** Starts to serve, on a platform thread: libfuse's loop would block a virtual one's carrier. */
  void start(String[] arguments) {
    Thread.ofPlatform().name("scfs-fuse-" + directory).daemon(true).start(() -> serve(arguments));
  }

  private void serve(String[] arguments) {
    try {
      int code = bridge.serve(arguments);
      if (code != 0) {
        failure = "libfuse ended with code " + code + "; its reason is on standard error";
      }
    } catch (RuntimeException | Error e) {
      failure = e.toString();
      LOG.error("serving the mount on {} failed", directory, e);
    } finally {
      ended.countDown();
    }
  }

  @Override
  public TransportCapabilities capabilities() {
    return new TransportCapabilities(false, false);
  }

  @Override
  public void awaitMounted(Duration limit) throws MountException, InterruptedException {
    long begin = time.nanos();
    while (!(bridge.hasStarted() && isMounted())) {
      if (hasEnded()) {
        throw new MountException("cannot mount on " + directory + ": " + failure, null);
      }
      if (time.nanos() - begin >= limit.toNanos()) {
        throw new MountException(
            "the kernel does not show the mount on " + directory + " after " + limit, null);
      }
      time.sleep(POLL_INTERVAL);
    }
  }

  @Override
  public void awaitUnmounted() throws InterruptedException {
    ended.await();
  }

  @Override
  public void invalidate(Id128 node) {
    // libfuse 2's path interface has no means to; the kernel forgets after kernelCacheTime.
  }

  @Override
  public void invalidateEntry(Id128 parent, String name) {
    // As above.
  }

  @Override
  public void unmount() throws MountException {
    if (hasEnded()) {
      return;
    }
    Fusermount.Outcome outcome = new Fusermount(time).unmount(directory);
    if (!outcome.worked() && isMounted()) {
      throw new MountException(reason(outcome.message()), null);
    }
    awaitEnd();
  }

  private String reason(String message) {
    if (message.contains("busy")) {
      return directory
          + " is busy: a program has a file or its working folder there; close it. `fuser -vm "
          + directory
          + "` shows which";
    }
    return "cannot unmount " + directory + ": " + message;
  }

  /** Open files that the kernel dropped are closed now; that may take as long as a close does. */
  private void awaitEnd() throws MountException {
    long begin = time.nanos();
    try {
      while (!hasEnded()) {
        if (time.nanos() - begin >= END_LIMIT.toNanos()) {
          throw new MountException(
              directory
                  + " is unmounted here, but still in use: by a call that does not end, or by"
                  + " processes with a mount namespace of their own",
              null);
        }
        time.sleep(POLL_INTERVAL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MountException("interrupted while " + directory + " was being unmounted", e);
    }
  }

  private boolean hasEnded() {
    return ended.getCount() == 0;
  }

  private boolean isMounted() throws MountException {
    try {
      return mountTable.on(directory).filter(MountTable.Mount::isOurs).isPresent();
    } catch (IOException e) {
      throw new MountException("cannot read the kernel's table of mounts: " + e.getMessage(), e);
    }
  }
}
