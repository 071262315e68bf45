package org.scfs.agent.vfs;

import org.jspecify.annotations.Nullable;

/** A call that ends in an errno. The message says why, for the log and for {@code scfs status}. */
public final class VfsException extends Exception {

  private final Errno errno;

  /** An error that the caller's own arguments or permissions cause. */
  public VfsException(Errno errno, String message) {
    super(message);
    this.errno = errno;
  }

  /** An error that another one caused. */
  public VfsException(Errno errno, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.errno = errno;
  }

  /** What the user's program sees. */
  public Errno errno() {
    return errno;
  }
}
