package org.scfs.agent.metadata;

import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;

/** What a user's program sees when the coordination service does not do as asked. */
public final class CoordinationErrors {

  private CoordinationErrors() {}

  /** The errno for an exception; its message goes along. */
  public static VfsException toVfs(CoordinationException e) {
    Errno errno =
        switch (e) {
          case CoordinationException.LockBusy busy -> Errno.EBUSY;
          case CoordinationException.Unavailable unavailable -> Errno.ETIMEDOUT;
          case CoordinationException.Interrupted interrupted -> Errno.EINTR;
          case CoordinationException.Denied denied -> Errno.EACCES;
          case CoordinationException.TooLarge tooLarge -> Errno.ENOSPC;
          case CoordinationException.Conflict conflict -> Errno.EIO;
          case CoordinationException.OutcomeUnknown unknown -> Errno.EIO;
          case CoordinationException.Misconfigured misconfigured -> Errno.EIO;
        };
    return new VfsException(errno, String.valueOf(e.getMessage()), e);
  }
}
