package org.scfs.agent.vfs;

/** The error conditions of POSIX that a call can end in, by their POSIX names. */
public enum Errno {
  /** Permission denied by mode bits or ACL. */
  EACCES,
  /** The object is in use, such as by another writer. */
  EBUSY,
  /** It exists already. */
  EEXIST,
  /** The file would become too large. */
  EFBIG,
  /** The call was interrupted. */
  EINTR,
  /** An argument is wrong. */
  EINVAL,
  /** The clouds or the local disk failed. */
  EIO,
  /** It is a directory. */
  EISDIR,
  /** Too many links. */
  EMLINK,
  /** A name is longer than 255 bytes. */
  ENAMETOOLONG,
  /** No such extended attribute. */
  ENODATA,
  /** No such object. */
  ENOENT,
  /** The local disk or the budget is full. */
  ENOSPC,
  /** Not a directory. */
  ENOTDIR,
  /** The directory has entries. */
  ENOTEMPTY,
  /** This file system cannot do that. */
  ENOTSUP,
  /** Only the owner or root may do that. */
  EPERM,
  /** An extended attribute is too large for the caller's buffer, or at all. */
  ERANGE,
  /** The mount is read-only. */
  EROFS,
  /** The lock was lost, or somebody else's version came first. */
  ESTALE,
  /** The coordination service did not answer in time. */
  ETIMEDOUT,
  /** The file handle is not open, or not for this. */
  EBADF,
  /** A name's bytes are not a valid text. */
  EILSEQ
}
