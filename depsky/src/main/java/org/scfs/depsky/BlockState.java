package org.scfs.depsky;

/** What a {@linkplain AnchoredStore#check check} found of an object in one cloud. */
public enum BlockState {
  /** It is there, and every byte of it is right. */
  GOOD,
  /** The cloud says that it has no such object; it may never have been given it. */
  MISSING,
  /** The cloud returned other bytes. */
  CORRUPT,
  /** The cloud did not say. */
  NO_ANSWER
}
