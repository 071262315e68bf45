package org.scfs.storage;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a store did not do what it was asked. The message names the store, the object, and what to do
 * about it.
 */
public abstract sealed class StorageException extends Exception {

  private StorageException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether the same call can succeed later without anybody changing anything. */
  public abstract boolean retryable();

  /** The store cannot be reached, answers with a failure, or timed out. */
  public static final class Unavailable extends StorageException {
    /** Creates the exception with its cause, if it has one. */
    public Unavailable(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return true;
    }
  }

  /** The store asks for fewer requests. */
  public static final class Throttled extends StorageException {
    private final transient Optional<Duration> retryAfter;

    /** Creates the exception with the time that the store asks to wait, if it names one. */
    public Throttled(String message, Optional<Duration> retryAfter, @Nullable Throwable cause) {
      super(message, cause);
      this.retryAfter = retryAfter;
    }

    /** How long the store asks to wait. */
    public Optional<Duration> retryAfter() {
      return retryAfter;
    }

    @Override
    public boolean retryable() {
      return true;
    }
  }

  /** The calling thread was interrupted; whether the call took effect is unknown. */
  public static final class Interrupted extends StorageException {
    /** Creates the exception with its cause, if it has one. */
    public Interrupted(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return true;
    }
  }

  /** The store refuses these credentials, or this operation for them. */
  public static final class Denied extends StorageException {
    /** Creates the exception with its cause, if it has one. */
    public Denied(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** A create-only put found the object there. */
  public static final class AlreadyExists extends StorageException {
    /** Creates the exception with its cause, if it has one. */
    public AlreadyExists(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** The store is full, or its quota is used up. */
  public static final class Full extends StorageException {
    /** Creates the exception with its cause, if it has one. */
    public Full(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** The store does not exist as configured: no such bucket, folder, host or region. */
  public static final class Misconfigured extends StorageException {
    /** Creates the exception with its cause, if it has one. */
    public Misconfigured(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }
}
