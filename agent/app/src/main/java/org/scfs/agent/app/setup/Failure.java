package org.scfs.agent.app.setup;

import org.jspecify.annotations.Nullable;

/** Why a command cannot do what it was asked, in words that say what to do about it. */
public final class Failure extends Exception {

  private final int exitCode;

  /** A failure with exit code {@link ExitCode#FAILED}. */
  public Failure(String message, @Nullable Throwable cause) {
    this(ExitCode.FAILED, message, cause);
  }

  /** A failure with its exit code and its cause, if it has one. */
  public Failure(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The exit code of the process. */
  public int exitCode() {
    return exitCode;
  }
}
