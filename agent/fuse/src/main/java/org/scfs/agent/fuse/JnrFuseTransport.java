package org.scfs.agent.fuse;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.frontend.MountHandle;
import org.scfs.agent.frontend.MountOptions;
import org.scfs.agent.frontend.MountTransport;
import org.scfs.agent.vfs.Vfs;
import org.scfs.ports.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mounts through libfuse 2 and jnr-fuse. Needs the packages {@code libfuse2} and {@code fuse3}, and
 * a Java started with {@code --enable-native-access=ALL-UNNAMED}.
 *
 * <p>libfuse's interface is path-based, which shows in a few places. Hard links are two inodes to
 * the kernel, so one name's size and link count may be {@link MountOptions#kernelCacheTime} behind
 * the other's. A file that <em>another</em> agent replaces by a rename keeps its inode here: a
 * program that still has the old one open sees the new one's size, and pages of it once somebody
 * opens it. A rename over a file that is open here takes two steps; see {@link NameSpace}. File
 * names must be UTF-8 (EILSEQ otherwise), and those that libfuse uses for unlinked open files
 * cannot be made (EPERM).
 */
public final class JnrFuseTransport implements MountTransport {

  private static final Logger LOG = LoggerFactory.getLogger(JnrFuseTransport.class);

  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final Path SETTINGS = Path.of("/etc/fuse.conf");

  private final Environment environment;
  private final MountTable mountTable = new MountTable();

  /** A transport that takes its time from the environment. */
  public JnrFuseTransport(Environment environment) {
    this.environment = environment;
  }

  @Override
  public MountHandle mount(Vfs vfs, MountOptions options) throws MountException {
    removeStaleMount(options.directory());
    Path directory = resolve(options.directory());
    checkDirectory(directory);
    checkSystem(options);
    FuseBridge bridge = load(vfs, options);
    FuseMount mount = new FuseMount(bridge, directory, environment.time());
    mount.start(FuseArguments.of(options, directory));
    return mount;
  }

  @Override
  public boolean removeStaleMount(Path directory) throws MountException {
    Path place = resolveParent(directory);
    boolean found = false;
    while (isOurs(place) && Connection.isDead(place)) {
      Fusermount.Outcome outcome = new Fusermount(environment.time()).unmountLazily(place);
      if (!outcome.worked()) {
        throw new MountException(
            "cannot remove the stale mount on " + place + ": " + outcome.message(), null);
      }
      LOG.info("removed the mount that an agent left on {} when it died", place);
      found = true;
    }
    return found;
  }

  private boolean isOurs(Path place) throws MountException {
    return topmostOn(place).filter(MountTable.Mount::isOurs).isPresent();
  }

  private Optional<MountTable.Mount> topmostOn(Path place) throws MountException {
    try {
      return mountTable.on(place);
    } catch (IOException e) {
      throw new MountException("cannot read the kernel's table of mounts: " + e.getMessage(), e);
    }
  }

  /** A stale mount itself cannot be looked at, but the directory above it can. */
  private static Path resolveParent(Path directory) throws MountException {
    Path absolute = directory.toAbsolutePath().normalize();
    @Nullable Path parent = absolute.getParent();
    @Nullable Path name = absolute.getFileName();
    if (parent == null || name == null) {
      return absolute;
    }
    try {
      Path resolved = parent.toRealPath().resolve(name);
      return Files.isSymbolicLink(resolved)
          ? resolveParent(resolved.resolveSibling(Files.readSymbolicLink(resolved)))
          : resolved;
    } catch (IOException e) {
      throw new MountException("there is no directory " + absolute, e);
    }
  }

  private static Path resolve(Path directory) throws MountException {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      throw new MountException(
          "there is no directory " + directory + "; create it, or name another one", e);
    }
  }

  private void checkDirectory(Path directory) throws MountException {
    if (!Files.isDirectory(directory)) {
      throw new MountException(directory + " is no directory; name one that is empty", null);
    }
    Optional<MountTable.Mount> present = topmostOn(directory);
    if (present.isPresent()) {
      throw new MountException(
          "there is a mount of type "
              + present.get().type()
              + " on "
              + directory
              + " already; unmount it, or name another directory",
          null);
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      if (entries.iterator().hasNext()) {
        throw new MountException(
            directory
                + " is not empty, and a mount would cover what is in it; name an empty directory",
            null);
      }
    } catch (IOException e) {
      throw new MountException("cannot read " + directory + ": " + e.getMessage(), e);
    }
  }

  private static void checkSystem(MountOptions options) throws MountException {
    if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
      throw new MountException(
          "cannot open /dev/fuse; try: modprobe fuse (in a container: --device /dev/fuse --cap-add"
              + " SYS_ADMIN)",
          null);
    }
    if (Fusermount.find().isEmpty()) {
      throw new MountException("fusermount3 is missing; try: apt install fuse3", null);
    }
    if (options.allowOther() && !mayAllowOthers()) {
      throw new MountException(
          "only root may let other users in, unless /etc/fuse.conf has a line user_allow_other",
          null);
    }
    if (!Charset.defaultCharset().equals(StandardCharsets.UTF_8)) {
      throw new MountException(
          "Java must run with -Dfile.encoding=UTF-8, not " + Charset.defaultCharset(), null);
    }
  }

  private static boolean mayAllowOthers() throws MountException {
    try {
      if (Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
        return true;
      }
      if (!Files.isReadable(SETTINGS)) {
        return false;
      }
      try (Stream<String> lines = Files.lines(SETTINGS)) {
        return lines.map(String::strip).anyMatch("user_allow_other"::equals);
      }
    } catch (IOException e) {
      throw new MountException("cannot read /etc/fuse.conf: " + e.getMessage(), e);
    }
  }

  private FuseBridge load(Vfs vfs, MountOptions options) throws MountException {
    try {
      return new FuseBridge(vfs, options, environment.time());
    } catch (UnsatisfiedLinkError e) {
      throw new MountException(
          "libfuse.so.2 is missing; try: apt install libfuse2 (libfuse2t64 on new Ubuntu)", e);
    }
  }
}
