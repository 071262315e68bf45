package org.scfs.agent.fuse;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import jnr.ffi.Pointer;
import jnr.ffi.Struct;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.frontend.MountOptions;
import org.scfs.agent.vfs.AttributeChange;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Caller;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.NewObject;
import org.scfs.agent.vfs.Vfs;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.agent.vfs.VfsException;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;
import ru.serce.jnrfuse.FuseFillDir;
import ru.serce.jnrfuse.FuseStubFS;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.FuseContext;
import ru.serce.jnrfuse.struct.FuseFileInfo;
import ru.serce.jnrfuse.struct.Statvfs;
import ru.serce.jnrfuse.struct.Timespec;

/**
 * The operations that libfuse calls, each a translation of one line or two. Thread-safe: libfuse
 * calls from several threads of its own, and every call comes on a fresh Java thread.
 *
 * <p>Calls on an open file carry no path (flag_nopath): libfuse then takes no lock on the path, so
 * that a flush that waits for the clouds holds up nobody else.
 */
final class FuseBridge extends FuseStubFS {

  /** Nanoseconds that stand for "now" and "leave it"; see utimensat(2). */
  private static final long UTIME_NOW = (1L << 30) - 1;

  private static final long UTIME_OMIT = (1L << 30) - 2;

  /** Permission, set-id and sticky bits. */
  private static final int PERMISSIONS = 07777;

  /** The pointers behind the flags in {@code struct fuse_operations}: ioctl to fallocate. */
  private static final int POINTERS_AFTER_FLAGS = 6;

  private static final int FLAG_NULLPATH_OK = 1;
  private static final int FLAG_NOPATH = 2;
  private static final int FLAG_UTIME_OMIT_OK = 4;

  private final Vfs vfs;
  private final Time time;
  private final PathTable paths;
  private final NameSpace names;
  private final ToldAttributes told;
  private final FileOpener opener;
  private final OpenFiles files;
  private final OpenDirectories directories = new OpenDirectories();
  private final ExtendedAttributes xattrs;
  private final CountDownLatch started = new CountDownLatch(1);

  /**
   * Loads libfuse.
   *
   * @throws UnsatisfiedLinkError if it is not installed
   */
  FuseBridge(Vfs vfs, MountOptions options, Time time) {
    this.vfs = vfs;
    this.time = time;
    HiddenFiles hidden = new HiddenFiles();
    this.paths = new PathTable(vfs, hidden);
    this.told = new ToldAttributes(time, options.kernelCacheTime());
    this.names = new NameSpace(vfs, paths, hidden, told);
    this.files = new OpenFiles(vfs);
    this.opener = new FileOpener(vfs, paths, hidden, told, files);
    this.xattrs = new ExtendedAttributes(vfs);
  }

  /**
   * Mounts and serves until the mount is gone, then closes what is still open. To be called once.
   *
   * <p>It does not go through jnr-fuse's own mount(), which adds a shutdown hook that would take
   * the mount away lazily in the middle of the agent's own orderly end.
   *
   * @return libfuse's exit code; other than 0 if it could not mount
   */
  int serve(String[] arguments) {
    int size = Struct.size(fuseOperations);
    long flags = size - (POINTERS_AFTER_FLAGS + 1L) * Long.BYTES;
    Struct.getMemory(fuseOperations)
        .putInt(flags, FLAG_NULLPATH_OK | FLAG_NOPATH | FLAG_UTIME_OMIT_OK);
    try {
      return libFuse.fuse_main_real(arguments.length, arguments, fuseOperations, size, null);
    } finally {
      files.closeAll();
    }
  }

  /** Whether the kernel has said hello. */
  boolean hasStarted() {
    return started.getCount() == 0;
  }

  @Override
  public @Nullable Pointer init(Pointer connection) {
    started.countDown();
    return null;
  }

  @Override
  public int getattr(String path, FileStat stat) {
    return Answers.done(
        "getattr",
        path,
        () -> {
          Optional<Attributes> unnamed = paths.unnamed(path);
          if (unnamed.isPresent()) {
            StatBuffer.write(unnamed.get(), stat);
          } else {
            EntryName place = paths.place(path);
            Attributes attributes = paths.attributes(place);
            told.tell(place, attributes);
            StatBuffer.write(attributes, stat);
          }
        });
  }

  @Override
  public int fgetattr(@Nullable String path, FileStat stat, FuseFileInfo info) {
    long number = info.fh.longValue();
    return Answers.done(
        "fgetattr",
        files.label(number),
        () -> {
          Attributes attributes = vfs.attributes(files.get(number).handle());
          if (path != null) {
            told.tell(paths.place(path), attributes);
          }
          StatBuffer.write(attributes, stat);
        });
  }

  @Override
  public int readlink(String path, Pointer buffer, long size) {
    return Answers.done(
        "readlink",
        path,
        () -> {
          byte[] target = vfs.readSymlink(paths.node(path)).getBytes(StandardCharsets.UTF_8);
          int length = (int) Math.min(target.length, size - 1);
          NativeMemory.view(buffer, size).put(target, 0, length).put((byte) 0);
        });
  }

  @Override
  public int mknod(String path, long mode, long device) {
    return Answers.done(
        "mknod",
        path,
        () -> {
          NewObject object =
              new NewObject(StatBuffer.typeOf(mode), (int) mode & PERMISSIONS, device);
          EntryName place = paths.placeOfNew(path);
          vfs.make(place.directory(), place.name(), object, caller());
        });
  }

  @Override
  public int mkdir(String path, long mode) {
    return Answers.done(
        "mkdir",
        path,
        () -> {
          EntryName place = paths.placeOfNew(path);
          vfs.makeDirectory(place.directory(), place.name(), (int) mode & PERMISSIONS, caller());
        });
  }

  @Override
  public int symlink(String target, String path) {
    return Answers.done(
        "symlink",
        path,
        () -> {
          EntryName place = paths.placeOfNew(path);
          PathTable.checkEncoding(target);
          vfs.makeSymlink(place.directory(), place.name(), target, caller());
        });
  }

  @Override
  public int unlink(String path) {
    return Answers.done("unlink", path, () -> names.unlink(path));
  }

  @Override
  public int rmdir(String path) {
    return Answers.done("rmdir", path, () -> names.removeDirectory(path));
  }

  @Override
  public int rename(String from, String to) {
    return Answers.done("rename", from, () -> names.rename(from, to, caller().pid()));
  }

  @Override
  public int link(String from, String to) {
    return Answers.done("link", from, () -> names.link(from, to));
  }

  @Override
  public int chmod(String path, long mode) {
    return change("chmod", path, AttributeChange.ofMode((int) mode & PERMISSIONS));
  }

  @Override
  public int chown(String path, long uid, long gid) {
    return change("chown", path, AttributeChange.ofOwner(idOrNone(uid), idOrNone(gid)));
  }

  /** The kernel sends -1 for what shall stay. */
  private static OptionalInt idOrNone(long id) {
    return (int) id == -1 ? OptionalInt.empty() : OptionalInt.of((int) id);
  }

  @Override
  public int truncate(String path, long size) {
    return change("truncate", path, AttributeChange.ofSize(size));
  }

  @Override
  public int utimens(String path, Timespec[] times) {
    return Answers.done(
        "utimens",
        path,
        () -> {
          AttributeChange change = AttributeChange.ofTimes(instant(times[0]), instant(times[1]));
          vfs.setAttributes(paths.node(path), change);
        });
  }

  private Optional<Instant> instant(Timespec timespec) {
    long nanos = timespec.tv_nsec.longValue();
    if (nanos == UTIME_OMIT) {
      return Optional.empty();
    }
    return Optional.of(
        nanos == UTIME_NOW
            ? time.now()
            : Instant.ofEpochSecond(timespec.tv_sec.longValue(), nanos));
  }

  private int change(String operation, String path, AttributeChange change) {
    return Answers.done(
        operation,
        path,
        () -> {
          vfs.setAttributes(paths.node(path), change);
        });
  }

  @Override
  public int open(String path, FuseFileInfo info) {
    return Answers.of(
        "open",
        path,
        () -> {
          OptionalLong handle = opener.open(path, info.flags.intValue(), caller());
          if (handle.isEmpty()) {
            return ErrnoMapping.negative(Errno.ESTALE);
          }
          info.fh.set(handle.getAsLong());
          return 0;
        });
  }

  @Override
  public int create(String path, long mode, FuseFileInfo info) {
    return Answers.done(
        "create",
        path,
        () -> {
          info.fh.set(opener.create(path, mode, info.flags.intValue(), caller()));
        });
  }

  @Override
  public int read(
      @Nullable String path, Pointer buffer, long size, long offset, FuseFileInfo info) {
    return onFile(
        "read", info, file -> vfs.read(file.handle(), offset, NativeMemory.view(buffer, size)));
  }

  @Override
  public int write(
      @Nullable String path, Pointer buffer, long size, long offset, FuseFileInfo info) {
    return onFile(
        "write",
        info,
        file -> {
          vfs.write(file.handle(), offset, NativeMemory.view(buffer, size));
          return (int) size;
        });
  }

  @Override
  public int ftruncate(@Nullable String path, long size, FuseFileInfo info) {
    return onFile(
        "ftruncate",
        info,
        file -> {
          vfs.setAttributes(file.node(), AttributeChange.ofSize(size));
          return 0;
        });
  }

  @Override
  public int flush(@Nullable String path, FuseFileInfo info) {
    return onFile(
        "flush",
        info,
        file -> {
          vfs.flush(file.handle());
          return 0;
        });
  }

  @Override
  public int fsync(@Nullable String path, int dataOnly, FuseFileInfo info) {
    return onFile(
        "fsync",
        info,
        file -> {
          vfs.fsync(file.handle());
          return 0;
        });
  }

  @Override
  public int release(@Nullable String path, FuseFileInfo info) {
    long number = info.fh.longValue();
    return Answers.done(
        "release",
        files.label(number),
        () -> {
          files.release(number);
        });
  }

  @Override
  public int statfs(String path, Statvfs statvfs) {
    return Answers.done(
        "statfs",
        path,
        () -> {
          StatBuffer.write(vfs.statistics(), statvfs);
        });
  }

  @Override
  public int setxattr(String path, String name, Pointer value, long size, int flags) {
    return Answers.done(
        "setxattr",
        path,
        () -> {
          xattrs.set(paths.node(path), name, NativeMemory.view(value, size), flags);
        });
  }

  @Override
  public int getxattr(String path, String name, Pointer value, long size) {
    if (ExtendedAttributes.isUnsupported(name)) {
      return ErrnoMapping.negative(Errno.ENODATA);
    }
    return Answers.of("getxattr", path, () -> xattrs.get(paths.node(path), name, value, size));
  }

  @Override
  public int listxattr(String path, Pointer list, long size) {
    return Answers.of("listxattr", path, () -> xattrs.list(paths.node(path), list, size));
  }

  @Override
  public int removexattr(String path, String name) {
    return Answers.done(
        "removexattr",
        path,
        () -> {
          vfs.removeXattr(paths.node(path), PathTable.checkEncoding(name));
        });
  }

  @Override
  public int opendir(String path, FuseFileInfo info) {
    return Answers.done(
        "opendir",
        path,
        () -> {
          Attributes directory = paths.attributes(path);
          if (directory.type() != FileType.DIRECTORY) {
            throw new VfsException(Errno.ENOTDIR, path + " is no directory");
          }
          info.fh.set(directories.add(directory.id()));
        });
  }

  @Override
  public int readdir(
      @Nullable String path, Pointer buffer, FuseFillDir filler, long offset, FuseFileInfo info) {
    long number = info.fh.longValue();
    return Answers.done(
        "readdir",
        "directory " + number,
        () -> {
          Id128 directory = directories.get(number);
          new DirectoryListing(buffer, filler).fill(vfs.list(directory));
        });
  }

  @Override
  public int releasedir(@Nullable String path, FuseFileInfo info) {
    long number = info.fh.longValue();
    return Answers.done(
        "releasedir",
        "directory " + number,
        () -> {
          directories.remove(number);
        });
  }

  private Caller caller() {
    FuseContext context = getContext();
    return new Caller(context.uid.intValue(), context.gid.intValue(), context.pid.intValue());
  }

  /** Work on an open file. */
  @FunctionalInterface
  private interface FileWork {
    int on(OpenFiles.OpenFile file) throws VfsException;
  }

  private int onFile(String operation, FuseFileInfo info, FileWork work) {
    long number = info.fh.longValue();
    return Answers.of(operation, files.label(number), () -> work.on(files.get(number)));
  }
}
