package org.scfs.coordination;

/** What is known of a session. */
public enum SessionState {
  /** The service answers. */
  CONNECTED,
  /** The connection is lost; the session and its locks may still be alive. */
  SUSPENDED,
  /**
   * The session ended without our doing: its locks are gone. The connection begins a new session by
   * itself, which has none of them.
   */
  LOST,
  /** Closed by us. */
  CLOSED
}
