package org.scfs.agent.volume;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.scfs.agent.disk.local.LocalDisk;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Caller;
import org.scfs.agent.vfs.DirectoryItem;
import org.scfs.agent.vfs.Errno;
import org.scfs.agent.vfs.FileHandle;
import org.scfs.agent.vfs.Freshness;
import org.scfs.agent.vfs.OpenMode;
import org.scfs.agent.vfs.Vfs.CreateRequest;
import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.testkit.MemoryClient;
import org.scfs.coordination.testkit.MemoryCoordination;
import org.scfs.depsky.AnchoredStore;
import org.scfs.depsky.AnchoredStoreSettings;
import org.scfs.depsky.Cloud;
import org.scfs.depsky.QuorumParameters;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.ports.system.SystemEnvironment;
import org.scfs.storage.testkit.FaultyObjectStore;
import org.scfs.storage.testkit.MemoryObjectStore;

/** Several agents on one volume, over a coordination service and four clouds in memory. */
final class Team implements AutoCloseable {

  static final int SEGMENT_BYTES = 64 * 1024;
  static final Caller CALLER = new Caller(1000, 100, 1);
  static final OpenMode READ = new OpenMode(true, false, false, false);
  static final OpenMode WRITE = new OpenMode(true, true, false, false);
  static final OpenMode TRUNCATE = new OpenMode(false, true, false, true);
  static final OpenMode APPEND = new OpenMode(false, true, true, false);

  final Environment environment = SystemEnvironment.create();
  final MemoryCoordination coordination =
      new MemoryCoordination(environment, Duration.ofSeconds(5));
  final List<FaultyObjectStore> clouds = new ArrayList<>();
  final VolumeDefinition definition;
  private final Path folder;
  private final SigningKey signer;
  private final List<Agent> agents = new ArrayList<>();
  Duration metadataTimeToLive = Duration.ofMillis(500);
  long cacheLimit = 64 << 20;

  Team(Path folder) throws Exception {
    this.folder = folder;
    this.signer = SigningKey.generate(environment.randomness());
    QuorumParameters parameters = QuorumParameters.forFaults(4, 1);
    this.definition =
        new VolumeDefinition(
            environment.ids().next(),
            environment.ids().next(),
            parameters,
            SEGMENT_BYTES,
            List.of("north", "east", "south", "west"));
    for (int i = 0; i < parameters.n(); i++) {
      clouds.add(
          new FaultyObjectStore(new MemoryObjectStore(environment.time()), environment.time()));
    }
    try (MemoryClient founder = coordination.connect("founder")) {
      new Volumes(founder.metadata())
          .create("home", definition, new Volumes.Founder(1000, 100, Instant.EPOCH));
    }
  }

  /** An agent with a cache of its own. */
  Agent agent(String name) throws IOException {
    Agent agent = new Agent(name);
    agents.add(agent);
    return agent;
  }

  @Override
  public void close() {
    agents.forEach(Agent::stop);
  }

  /** One agent, with short forms of what a program does. */
  final class Agent {
    final String name;
    final MemoryClient client;
    final MountedVolume volume;

    Agent(String name) throws IOException {
      this.name = name;
      this.client = coordination.connect(name);
      List<Cloud> named = new ArrayList<>();
      for (int i = 0; i < clouds.size(); i++) {
        named.add(new Cloud(definition.clouds().get(i), clouds.get(i)));
      }
      AnchoredStore store =
          new AnchoredStore(
              new AnchoredStoreSettings(
                  definition.id(),
                  definition.parameters(),
                  definition.segmentBytes(),
                  Duration.ofSeconds(1)),
              named,
              signer,
              environment);
      this.volume =
          new MountedVolume(
              definition,
              new MountSettings(
                  "home", name + "@host", cacheLimit, metadataTimeToLive, Duration.ofMillis(100)),
              new Surroundings(client, store, new LocalDisk(folder.resolve(name)), environment));
      volume.start();
    }

    /** Ends in good order. The clouds stay open for the others. */
    void stop() {
      volume.close();
      client.close();
    }

    /** Ends like a process that is killed: nothing is written or released any more. */
    void kill() {
      agents.remove(this);
      client.expireSession();
      client.setReachable(false);
    }

    Id128 root() {
      return volume.root();
    }

    Attributes find(String path) throws VfsException {
      return lookup(path).orElseThrow(() -> new VfsException(Errno.ENOENT, path));
    }

    Optional<Attributes> lookup(String path) throws VfsException {
      Id128 at = root();
      Optional<Attributes> found = Optional.of(volume.attributes(at));
      for (String part : path.split("/", -1)) {
        found = volume.lookup(at, part, Freshness.LATEST);
        if (found.isEmpty()) {
          return found;
        }
        at = found.get().id();
      }
      return found;
    }

    List<String> names(Id128 directory) throws VfsException {
      return volume.list(directory).stream().map(DirectoryItem::name).sorted().toList();
    }

    FileHandle create(String name) throws VfsException {
      return volume.create(root(), name, new CreateRequest(0644, WRITE, CALLER)).handle();
    }

    FileHandle open(String path, OpenMode mode) throws VfsException {
      return volume.open(find(path).id(), mode, CALLER);
    }

    void close(FileHandle handle) throws VfsException {
      try {
        volume.flush(handle);
      } finally {
        volume.release(handle);
      }
    }

    void write(FileHandle handle, long offset, byte[] bytes) throws VfsException {
      volume.write(handle, offset, ByteBuffer.wrap(bytes));
    }

    /** Creates or overwrites a file in the root directory. */
    void save(String name, byte[] bytes) throws VfsException {
      FileHandle handle = lookup(name).isPresent() ? open(name, TRUNCATE) : create(name);
      try {
        write(handle, 0, bytes);
      } finally {
        close(handle);
      }
    }

    void save(String name, String text) throws VfsException {
      save(name, text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] load(String path) throws VfsException {
      FileHandle handle = open(path, READ);
      try {
        return load(handle);
      } finally {
        close(handle);
      }
    }

    byte[] load(FileHandle handle) throws VfsException {
      ByteBuffer all = ByteBuffer.allocate(8 << 20);
      int count = volume.read(handle, 0, all);
      return Arrays.copyOf(all.array(), count);
    }

    String text(String path) throws VfsException {
      return new String(load(path), StandardCharsets.UTF_8);
    }
  }
}
