package org.scfs.agent.app.setup;

/** What the process tells its caller. */
public final class ExitCode {

  /** Done; for {@code status}: all is well. */
  public static final int OK = 0;

  /** It could not be done. */
  public static final int FAILED = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  /** {@code status}: something is degraded. */
  public static final int DEGRADED = 3;

  /** A service or a program that is needed is not there now; sysexits' EX_UNAVAILABLE. */
  public static final int UNAVAILABLE = 69;

  /** An error in SCFS itself; sysexits' EX_SOFTWARE. */
  public static final int INTERNAL = 70;

  private ExitCode() {}
}
