package org.scfs.agent.vfs;

/** What a rename does when the new name is taken. */
public enum RenameMode {
  /** Replace the object there, if POSIX allows it. */
  REPLACE,
  /** Fail with EEXIST. */
  NO_REPLACE,
  /** Let the two objects change names. */
  EXCHANGE
}
