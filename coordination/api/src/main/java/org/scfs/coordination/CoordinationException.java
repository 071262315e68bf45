package org.scfs.coordination;

import org.jspecify.annotations.Nullable;

/** Why the coordination service did not do what it was asked. */
public abstract sealed class CoordinationException extends Exception {

  private CoordinationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether the same call can succeed later without anybody changing anything. */
  public abstract boolean retryable();

  /** An operation's precondition did not hold; the transaction had no effect. */
  public static final class Conflict extends CoordinationException {
    private final ConflictReason reason;
    private final int operation;

    /** Creates the exception for the operation with this index in the transaction. */
    public Conflict(ConflictReason reason, int operation, String message) {
      super(message, null);
      this.reason = reason;
      this.operation = operation;
    }

    /** What did not hold. */
    public ConflictReason reason() {
      return reason;
    }

    /** Index, from 0, of the operation that failed. */
    public int operation() {
      return operation;
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** Somebody else holds the lock. */
  public static final class LockBusy extends CoordinationException {
    private final String holder;

    /** Creates the exception with the holder's own description. */
    public LockBusy(String holder, String message) {
      super(message, null);
      this.holder = holder;
    }

    /** Who holds it, in words for a person. */
    public String holder() {
      return holder;
    }

    @Override
    public boolean retryable() {
      return true;
    }
  }

  /** The service could not be reached in time. The call had no effect and will have none. */
  public static final class Unavailable extends CoordinationException {
    /** Creates the exception with its cause, if it has one. */
    public Unavailable(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return true;
    }
  }

  /** The connection broke, and nobody could say in time whether the transaction took effect. */
  public static final class OutcomeUnknown extends CoordinationException {
    /** Creates the exception with its cause, if it has one. */
    public OutcomeUnknown(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** The calling thread was interrupted; whether the call took effect is unknown. */
  public static final class Interrupted extends CoordinationException {
    /** Creates the exception with its cause, if it has one. */
    public Interrupted(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** The service refuses this client. */
  public static final class Denied extends CoordinationException {
    /** Creates the exception with its cause, if it has one. */
    public Denied(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** The request exceeds what the service can carry; nothing was sent. */
  public static final class TooLarge extends CoordinationException {
    /** Creates the exception. */
    public TooLarge(String message) {
      super(message, null);
    }

    @Override
    public boolean retryable() {
      return false;
    }
  }

  /** The settings do not lead to a usable service. */
  public static final class Misconfigured extends CoordinationException {
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
