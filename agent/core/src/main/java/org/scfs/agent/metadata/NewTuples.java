package org.scfs.agent.metadata;

import com.google.protobuf.ByteString;
import java.time.Instant;
import org.scfs.agent.vfs.Caller;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.NewObject;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Timestamp;
import org.scfs.coordination.tuple.Tuple;

/** Tuples of objects that are about to be made. */
public final class NewTuples {

  private static final int PERMISSIONS = 07777;
  private static final int MAX_SYMLINK_BYTES = 4095;

  private NewTuples() {}

  /** A file, pipe, socket or device. */
  public static Tuple object(NewObject object, Caller caller, Instant now) throws VfsException {
    if (object.type() == FileType.DIRECTORY || object.type() == FileType.SYMLINK) {
      throw new VfsException(Errno.EINVAL, "mknod makes no " + object.type());
    }
    return owned(caller, now)
        .setType(ObjectTypes.toObjectType(object.type()))
        .setMode(object.mode() & PERMISSIONS)
        .setDevice(object.device())
        .build();
  }

  /** A directory. */
  public static Tuple directory(int mode, Caller caller, Instant now) {
    return owned(caller, now).setType(ObjectType.DIRECTORY).setMode(mode & PERMISSIONS).build();
  }

  /** A symbolic link. */
  public static Tuple symlink(String target, Caller caller, Instant now) throws VfsException {
    ByteString bytes = ByteString.copyFromUtf8(target);
    if (bytes.isEmpty() || bytes.size() > MAX_SYMLINK_BYTES) {
      throw new VfsException(
          bytes.isEmpty() ? Errno.ENOENT : Errno.ENAMETOOLONG,
          "a symbolic link's target has 1 to 4095 bytes");
    }
    return owned(caller, now)
        .setType(ObjectType.SYMLINK)
        .setMode(0777)
        .setSymlinkTarget(bytes)
        .build();
  }

  private static Tuple.Builder owned(Caller caller, Instant now) {
    Timestamp time = Times.toTimestamp(now);
    return Tuple.newBuilder()
        .setUid(caller.uid())
        .setGid(caller.gid())
        .setLinks(1)
        .setAccessed(time)
        .setModified(time)
        .setChanged(time)
        .setCreated(time);
  }
}
