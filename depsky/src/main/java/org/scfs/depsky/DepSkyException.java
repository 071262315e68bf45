package org.scfs.depsky;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why a version could not be written or read. */
public abstract sealed class DepSkyException extends Exception {

  private DepSkyException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** For protocols of other packages: what a writer signed is no legal version. */
  public static Damaged damaged(String message) {
    return new Damaged(message, null);
  }

  /** For protocols of other packages: the calling thread was interrupted, its flag is set. */
  public static Interrupted interrupted(String message, InterruptedException cause) {
    return new Interrupted(message, cause);
  }

  /** Whether the same call can succeed later without anybody changing anything. */
  public abstract boolean retryable();

  /** Too few clouds did what was asked. The message lists every cloud and its answer. */
  public static final class NotEnoughClouds extends DepSkyException {
    NotEnoughClouds(String message) {
      super(message, null);
    }

    @Override
    public boolean retryable() {
      return true;
    }
  }

  /** The {@link Content} or the {@link SegmentSink} failed; its error is the cause. */
  public static final class ContentFailed extends DepSkyException {
    ContentFailed(IOException cause) {
      super("the local copy of the contents failed: " + cause.getMessage(), cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** The calling thread was interrupted; its interrupt flag is set. */
  public static final class Interrupted extends DepSkyException {
    Interrupted(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return true;
    }
  }

  /**
   * What the anchor names is itself no legal version of this data unit: its writer was faulty, or
   * the anchor belongs to another unit or volume. No cloud can help.
   */
  public static final class Damaged extends DepSkyException {
    Damaged(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }
}
