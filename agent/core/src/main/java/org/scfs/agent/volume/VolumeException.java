package org.scfs.agent.volume;

import org.jspecify.annotations.Nullable;

/** Why a volume cannot be created or mounted; the message says what to do about it. */
public final class VolumeException extends Exception {

  /** Creates the exception with its cause, if it has one. */
  public VolumeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
