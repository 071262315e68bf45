package org.scfs.agent.vfs;

/**
 * What {@code mknod} makes.
 *
 * @param type any but a directory or a symlink
 * @param mode permission, set-id and sticky bits, the caller's umask applied
 * @param device number of a device node, else 0
 */
public record NewObject(FileType type, int mode, long device) {

  /** An ordinary file. */
  public static NewObject regular(int mode) {
    return new NewObject(FileType.REGULAR, mode, 0);
  }
}
