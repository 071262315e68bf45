package org.scfs.agent.fuse;

import org.jspecify.annotations.Nullable;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the body of each FUSE callback so that nothing is ever thrown into native code: a {@link
 * VfsException} becomes its errno, everything else EIO and a line in the log.
 */
final class Answers {

  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  private Answers() {}

  /** The body of a callback. */
  @FunctionalInterface
  interface Body {

    /** Does the work and returns what the kernel shall get: 0 or a count of bytes. */
    int run() throws VfsException;
  }

  /** The body of a callback that answers with 0. */
  @FunctionalInterface
  interface Action {

    /** Does the work. */
    void run() throws VfsException;
  }

  /** Runs an action; the kernel gets 0 unless it fails. */
  static int done(String operation, @Nullable String object, Action action) {
    return of(
        operation,
        object,
        () -> {
          action.run();
          return 0;
        });
  }

  /**
   * Runs the body.
   *
   * @param operation the callback's name, for the log
   * @param object the path or handle that it concerns, for the log
   */
  static int of(String operation, @Nullable String object, Body body) {
    try {
      return body.run();
    } catch (VfsException e) {
      report(operation, object, e);
      return ErrnoMapping.negative(e.errno());
    } catch (Throwable e) {
      reportBug(operation, object, e);
      return ErrnoMapping.negative(Errno.EIO);
    }
  }

  private static void report(String operation, @Nullable String object, VfsException e) {
    switch (e.errno()) {
      case EIO, ESTALE, ETIMEDOUT ->
          LOG.warn("{} {}: {}: {}", operation, object, e.errno(), e.getMessage());
      case EBUSY -> LOG.info("{} {}: {}: {}", operation, object, e.errno(), e.getMessage());
      default -> LOG.debug("{} {}: {}: {}", operation, object, e.errno(), e.getMessage());
    }
  }

  private static void reportBug(String operation, @Nullable String object, Throwable failure) {
    try {
      LOG.error("{} {}: unexpected failure, answered with EIO", operation, object, failure);
    } catch (Throwable logging) {
      // Without memory to log with, the answer still has to reach the kernel.
      failure.addSuppressed(logging);
    }
  }
}
