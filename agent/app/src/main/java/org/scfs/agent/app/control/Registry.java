package org.scfs.agent.app.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.setup.OwnerOnly;

/**
 * The folders where a user's agents have their control sockets, whatever their configurations: of
 * every mount point one, named by a hash, as the path of a socket must be short. An agent uses the
 * first folder that is good; commands look into all of them, since the environment may differ from
 * one login to the next.
 */
public final class Registry {

  /** The kernel allows 107; some systems fewer. */
  private static final int MOST_PATH_BYTES = 100;

  private static final String SUFFIX = ".sock";

  private final List<Path> folders;

  /** A registry in these folders. */
  public Registry(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /** The registry of a user. */
  public static Registry of(Map<String, String> environment, int userId) {
    List<Path> folders = new ArrayList<>();
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    if (runtime.startsWith("/")) {
      folders.add(Path.of(runtime, "scfs"));
    }
    Path ofLogin = Path.of("/run/user", Integer.toString(userId), "scfs");
    if (!folders.contains(ofLogin)) {
      folders.add(ofLogin);
    }
    folders.add(Path.of("/tmp", "scfs-" + userId));
    return new Registry(folders);
  }

  /**
   * Where the agent of a mount point is to make its socket.
   *
   * @throws IOException if no folder is good; the message says why
   */
  public Path place(Path mountPoint) throws IOException {
    List<String> reasons = new ArrayList<>();
    for (Path folder : folders) {
      Path socket = folder.resolve(nameOf(mountPoint));
      if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MOST_PATH_BYTES) {
        reasons.add(folder + " is too long a path for a socket");
      } else if (!isGoodParent(folder.getParent())) {
        reasons.add(folder.getParent() + " is not a folder to write to");
      } else {
        OwnerOnly.makeFolder(folder);
        if (OwnerOnly.holdsFor(folder)) {
          return socket;
        }
        reasons.add(folder + " is not for its owner only, or not yours");
      }
    }
    throw new IOException("there is no place for a control socket: " + String.join("; ", reasons));
  }

  private static boolean isGoodParent(@Nullable Path parent) {
    return parent != null && Files.isDirectory(parent) && Files.isWritable(parent);
  }

  /** The sockets that there are, of agents that live or died. */
  public List<Path> sockets() throws IOException {
    List<Path> sockets = new ArrayList<>();
    for (Path folder : folders) {
      if (isTrusted(folder)) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
          entries.forEach(sockets::add);
        }
      }
    }
    return sockets;
  }

  /** The socket of a mount point's agent, if there is one. */
  public Optional<Path> find(Path mountPoint) throws IOException {
    return sockets().stream()
        .filter(socket -> socket.getFileName().toString().equals(nameOf(mountPoint)))
        .findFirst();
  }

  /** Whether only this user can have made what is in it. */
  private static boolean isTrusted(Path folder) throws IOException {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && OwnerOnly.holdsFor(folder);
  }

  /** The file name of a mount point's socket: short, as the path of a socket must be. */
  static String nameOf(Path mountPoint) {
    byte[] path = mountPoint.toString().getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(path) + SUFFIX;
  }
}
