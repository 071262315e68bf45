package org.scfs.coordination;

/**
 * What is to be locked, and by whom.
 *
 * @param directory an existing node below which the lock's node is made
 * @param name what is locked, unique within the directory; letters, digits and {@code _} only
 * @param holder who asks, in words for a person: principal, host, mount; at most 200 characters
 */
public record LockRequest(NodePath directory, String name, String holder) {

  /** Checks the name. */
  public LockRequest {
    if (!name.matches("[A-Za-z0-9_]+")) {
      throw new IllegalArgumentException("not a lock's name: " + name);
    }
    if (holder.length() > 200) {
      throw new IllegalArgumentException("the holder has more than 200 characters: " + holder);
    }
  }
}
