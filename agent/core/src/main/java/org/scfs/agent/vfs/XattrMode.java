package org.scfs.agent.vfs;

/** What setting an extended attribute requires of what is there. */
public enum XattrMode {
  /** Nothing. */
  ANY,
  /** It must be new. */
  CREATE,
  /** It must exist. */
  REPLACE
}
