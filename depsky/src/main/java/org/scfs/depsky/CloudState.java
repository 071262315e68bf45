package org.scfs.depsky;

/** How far a cloud is to be relied on, judged by its answers so far. */
public enum CloudState {
  /** Answers as it should. */
  HEALTHY,
  /** Something was wrong, lately or in part; it is used, and watched. */
  SUSPECT,
  /** Fails, or returned what nobody stored; used only when the others do not suffice. */
  FAULTY
}
