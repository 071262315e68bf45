package org.scfs.agent.vfs;

/** The type of a file-system object. */
public enum FileType {
  /** A regular file. */
  REGULAR,
  /** A directory. */
  DIRECTORY,
  /** A symbolic link. */
  SYMLINK,
  /** A named pipe. */
  FIFO,
  /** A socket's name. */
  SOCKET,
  /** A character device. */
  CHARACTER_DEVICE,
  /** A block device. */
  BLOCK_DEVICE
}
