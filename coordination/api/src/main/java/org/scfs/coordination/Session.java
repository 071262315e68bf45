package org.scfs.coordination;

/** The life line between an agent and the coordination service. Thread-safe. */
public interface Session {

  /** What is known of the session now. */
  SessionState state();

  /** Why the session is in this state, in words for a person. */
  String explanation();
}
