package org.scfs.agent.app.serve;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.scfs.agent.app.control.ControlServer;
import org.scfs.agent.app.control.Registry;
import org.scfs.agent.app.setup.AgentFolder;
import org.scfs.agent.app.setup.Configuration;
import org.scfs.agent.app.setup.ExitCode;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.app.setup.FolderInUse;
import org.scfs.agent.app.setup.Founding;
import org.scfs.agent.app.setup.Identity;
import org.scfs.agent.app.setup.ThisHost;
import org.scfs.agent.disk.local.LocalDisk;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.frontend.MountHandle;
import org.scfs.agent.frontend.MountOptions;
import org.scfs.agent.fuse.JnrFuseTransport;
import org.scfs.agent.volume.MountSettings;
import org.scfs.agent.volume.MountedVolume;
import org.scfs.agent.volume.Surroundings;
import org.scfs.agent.volume.VolumeDefinition;
import org.scfs.agent.volume.VolumeException;
import org.scfs.config.VolumeSettings;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.depsky.AnchoredStore;
import org.scfs.depsky.AnchoredStoreSettings;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Environment;
import org.scfs.storage.StorageException;

/** Puts an agent together and starts it: the one place where all parts meet. */
public final class AgentAssembly {

  private static final Duration MOUNT_LIMIT = Duration.ofSeconds(30);

  private final MountRequest request;
  private final Environment environment;
  private final Registry registry;

  /** An agent for this request, to be found through this registry. */
  public AgentAssembly(MountRequest request, Environment environment, Registry registry) {
    this.request = request;
    this.environment = environment;
    this.registry = registry;
  }

  /** What to do about a volume or an identity that is not there yet. */
  public enum Absent {
    /** Make it. */
    CREATE,
    /** Say that {@code scfs init} is needed. */
    REFUSE
  }

  /**
   * Mounts. When it fails, nothing stays open or mounted.
   *
   * @throws FolderInUse if another process has this volume mounted with this cache
   */
  public Agent start(Absent absent)
      throws Failure,
          FolderInUse,
          IOException,
          CoordinationException,
          VolumeException,
          StorageException,
          MountException,
          InterruptedException {
    Resources resources = new Resources();
    boolean started = false;
    try {
      Agent agent = start(absent, resources);
      started = true;
      return agent;
    } finally {
      if (!started) {
        resources.close();
      }
    }
  }

  private Agent start(Absent absent, Resources resources)
      throws Failure,
          FolderInUse,
          IOException,
          CoordinationException,
          VolumeException,
          StorageException,
          MountException,
          InterruptedException {
    Configuration configuration = request.configuration();
    AgentFolder folder =
        resources.add(
            AgentFolder.claim(
                configuration.cacheFolder(request.volume()), request.directory().toString()));
    ControlServer control =
        resources.add(ControlServer.open(registry.place(request.directory()), environment));
    SigningKey key = readKey(absent);
    CoordinationService coordination =
        resources.add(configuration.connect(folder.agentName(environment.randomness())));
    VolumeDefinition definition = definition(coordination, absent);
    folder.bindTo(definition.id());
    AnchoredStore clouds = resources.add(openClouds(definition, key));
    MountedVolume volume = openVolume(definition, coordination, clouds);
    resources.add(volume).start();
    MountHandle mount = mount(volume);
    Agent agent =
        new Agent(request, new Agent.Parts(volume, clouds, mount, control), resources, environment);
    control.serve(agent);
    return agent;
  }

  private SigningKey readKey(Absent absent) throws Failure {
    Identity identity = new Identity(request.configuration().settings().user().identity());
    if (absent == Absent.CREATE) {
      var _ = identity.ensure(environment.randomness());
    }
    return identity.read();
  }

  private VolumeDefinition definition(CoordinationService coordination, Absent absent)
      throws Failure, CoordinationException, VolumeException, StorageException {
    VolumeSettings volume = request.volume();
    Founding founding = new Founding(request.configuration(), coordination, environment);
    Optional<VolumeDefinition> found = founding.find(volume);
    if (found.isPresent()) {
      return found.get();
    }
    if (absent == Absent.CREATE) {
      return founding.create(volume);
    }
    throw new Failure(
        ExitCode.FAILED,
        "the volume \"%s\" does not exist in the coordination service%nto create it: scfs init %s"
            .formatted(volume.name(), volume.name()),
        null);
  }

  private AnchoredStore openClouds(VolumeDefinition definition, SigningKey key)
      throws StorageException {
    return new AnchoredStore(
        new AnchoredStoreSettings(
            definition.id(),
            definition.parameters(),
            definition.segmentBytes(),
            request.volume().cloudTimeout()),
        request.configuration().openClouds(request.volume()),
        key,
        environment);
  }

  private MountedVolume openVolume(
      VolumeDefinition definition, CoordinationService coordination, AnchoredStore clouds) {
    Configuration configuration = request.configuration();
    VolumeSettings volume = request.volume();
    return new MountedVolume(
        definition,
        new MountSettings(
            volume.name(),
            configuration.settings().user().name() + "@" + ThisHost.name(),
            configuration.settings().cache().limitBytes(),
            volume.metadataTtl(),
            volume.lockWait()),
        new Surroundings(
            coordination, clouds, new LocalDisk(configuration.cacheFolder(volume)), environment));
  }

  private MountHandle mount(MountedVolume volume) throws MountException, InterruptedException {
    MountHandle mount =
        new JnrFuseTransport(environment)
            .mount(
                volume,
                new MountOptions(
                    request.directory(),
                    request.volume().name(),
                    request.allowOther(),
                    request.readOnly(),
                    request.volume().metadataTtl()));
    boolean mounted = false;
    try {
      mount.awaitMounted(MOUNT_LIMIT);
      mounted = true;
      return mount;
    } finally {
      if (!mounted) {
        new Fusermount(environment.time()).detach(request.directory());
      }
    }
  }
}
