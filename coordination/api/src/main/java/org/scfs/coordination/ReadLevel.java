package org.scfs.coordination;

/** How fresh an answer must be. */
public enum ReadLevel {
  /** At least as new as everything that any client had committed when the call began. */
  LINEARIZABLE,
  /**
   * In the order of commits and never older than what this client saw or committed before, but
   * perhaps behind others' latest commits.
   */
  SEQUENTIAL
}
