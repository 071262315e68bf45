package org.scfs.agent.fuse;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import jnr.ffi.Pointer;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.VfsException;
import org.scfs.agent.vfs.XattrMode;
import org.scfs.ports.Id128;

/** Extended attributes as the system calls want them. Thread-safe. */
final class ExtendedAttributes {

  /** Values of the flags; see setxattr(2). */
  private static final int XATTR_CREATE = 1;

  private static final int XATTR_REPLACE = 2;

  /**
   * The kernel asks for this one before every write. File capabilities mean nothing on a mount
   * without set-user-id, which ours is, so the answer is known.
   */
  private static final String CAPABILITIES = "security.capability";

  /** Holds the POSIX ACLs; storing them without enforcing them would deceive people. */
  private static final String SYSTEM_NAMES = "system.";

  private final Vfs vfs;

  ExtendedAttributes(Vfs vfs) {
    this.vfs = vfs;
  }

  /** {@code setxattr}. */
  void set(Id128 node, String name, ByteBuffer value, int flags) throws VfsException {
    if (isUnsupported(name)) {
      throw new VfsException(Errno.ENOTSUP, "cannot keep the attribute " + name);
    }
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    vfs.setXattr(node, PathTable.checkEncoding(name), bytes, mode(flags));
  }

  private static XattrMode mode(int flags) throws VfsException {
    return switch (flags) {
      case 0 -> XattrMode.ANY;
      case XATTR_CREATE -> XattrMode.CREATE;
      case XATTR_REPLACE -> XattrMode.REPLACE;
      default -> throw new VfsException(Errno.EINVAL, "flags of setxattr: " + flags);
    };
  }

  /** {@code getxattr}: returns the value's length and copies it if the buffer has any size. */
  int get(Id128 node, String name, Pointer buffer, long size) throws VfsException {
    byte[] value =
        vfs.xattr(node, PathTable.checkEncoding(name))
            .orElseThrow(() -> new VfsException(Errno.ENODATA, "no attribute " + name));
    return copy(value, buffer, size);
  }

  /** Whether an attribute of this name never exists here, so that nobody need be asked. */
  static boolean isUnsupported(String name) {
    return name.equals(CAPABILITIES) || name.startsWith(SYSTEM_NAMES);
  }

  /** {@code listxattr}: the names, each ended by a zero byte. */
  int list(Id128 node, Pointer buffer, long size) throws VfsException {
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    for (String name : vfs.xattrNames(node)) {
      names.writeBytes(name.getBytes(StandardCharsets.UTF_8));
      names.write(0);
    }
    return copy(names.toByteArray(), buffer, size);
  }

  private static int copy(byte[] bytes, Pointer buffer, long size) throws VfsException {
    if (size > 0) {
      if (bytes.length > size) {
        throw new VfsException(Errno.ERANGE, "the caller's buffer is too small");
      }
      NativeMemory.view(buffer, size).put(bytes);
    }
    return bytes.length;
  }
}
