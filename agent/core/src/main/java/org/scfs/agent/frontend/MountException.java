package org.scfs.agent.frontend;

import org.jspecify.annotations.Nullable;

/** Why a volume could not be mounted or unmounted; the message says what to do about it. */
public final class MountException extends Exception {

  /** Creates the exception with its cause, if it has one. */
  public MountException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
