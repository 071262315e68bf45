package org.scfs.agent.disk;

import java.io.IOException;

/** The local disk, or this user's quota on it, is used up. */
public final class DiskFullException extends IOException {

  /** Creates the exception with its cause. */
  public DiskFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
