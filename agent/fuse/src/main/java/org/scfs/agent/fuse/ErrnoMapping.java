package org.scfs.agent.fuse;

import jnr.constants.platform.Errno;

/** The one place where an error condition becomes this platform's number. */
final class ErrnoMapping {

  private ErrnoMapping() {}

  /** What a FUSE operation returns for the condition: the negative errno. */
  static int negative(org.scfs.agent.vfs.Errno errno) {
    Errno platform =
        switch (errno) {
          case EACCES -> Errno.EACCES;
          case EBUSY -> Errno.EBUSY;
          case EEXIST -> Errno.EEXIST;
          case EFBIG -> Errno.EFBIG;
          case EINTR -> Errno.EINTR;
          case EINVAL -> Errno.EINVAL;
          case EIO -> Errno.EIO;
          case EISDIR -> Errno.EISDIR;
          case EMLINK -> Errno.EMLINK;
          case ENAMETOOLONG -> Errno.ENAMETOOLONG;
          case ENODATA -> Errno.ENODATA;
          case ENOENT -> Errno.ENOENT;
          case ENOSPC -> Errno.ENOSPC;
          case ENOTDIR -> Errno.ENOTDIR;
          case ENOTEMPTY -> Errno.ENOTEMPTY;
          case ENOTSUP -> Errno.EOPNOTSUPP;
          case EPERM -> Errno.EPERM;
          case ERANGE -> Errno.ERANGE;
          case EROFS -> Errno.EROFS;
          case ESTALE -> Errno.ESTALE;
          case ETIMEDOUT -> Errno.ETIMEDOUT;
          case EBADF -> Errno.EBADF;
          case EILSEQ -> Errno.EILSEQ;
        };
    return -platform.intValue();
  }
}
