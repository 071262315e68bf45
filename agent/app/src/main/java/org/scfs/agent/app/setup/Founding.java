package org.scfs.agent.app.setup;

import java.util.List;
import java.util.Optional;
import org.scfs.agent.volume.VolumeDefinition;
import org.scfs.agent.volume.VolumeException;
import org.scfs.agent.volume.Volumes;
import org.scfs.config.VolumeSettings;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.depsky.QuorumParameters;
import org.scfs.ports.Environment;
import org.scfs.storage.StorageException;

/** Finds and creates the volumes of a configuration in its coordination service. */
public final class Founding {

  private static final int MIB = 1 << 20;

  private final Configuration configuration;
  private final Volumes volumes;
  private final Environment environment;

  /** The founding of volumes over a connection. */
  public Founding(
      Configuration configuration, CoordinationService coordination, Environment environment) {
    this.configuration = configuration;
    this.volumes = new Volumes(coordination.metadata());
    this.environment = environment;
  }

  /**
   * Finds a volume; empty if it was not created yet.
   *
   * @throws Failure if it was created with other parameters than the configuration has now
   */
  public Optional<VolumeDefinition> find(VolumeSettings volume)
      throws CoordinationException, VolumeException, Failure {
    Optional<VolumeDefinition> found = volumes.find(volume.name());
    if (found.isPresent()) {
      requireSame(volume, found.get());
    }
    return found;
  }

  /** Creates a volume, and before that what it needs in its clouds. */
  public VolumeDefinition create(VolumeSettings volume)
      throws CoordinationException, VolumeException, StorageException {
    configuration.prepareClouds(volume);
    VolumeDefinition definition =
        new VolumeDefinition(
            environment.ids().next(),
            environment.ids().next(),
            parameters(volume),
            volume.segmentBytes(),
            volume.clouds());
    volumes.create(
        volume.name(),
        definition,
        new Volumes.Founder(ThisHost.userId(), ThisHost.groupId(), environment.time().now()));
    return definition;
  }

  private static QuorumParameters parameters(VolumeSettings volume) {
    return new QuorumParameters(
        volume.clouds().size(), volume.faulty(), volume.dataBlocks(), volume.keyShares());
  }

  private void requireSame(VolumeSettings volume, VolumeDefinition stored) throws Failure {
    QuorumParameters parameters = stored.parameters();
    requireSame(volume, "clouds", quoted(stored.clouds()), quoted(volume.clouds()));
    requireSame(volume, "faulty", parameters.f(), volume.faulty());
    requireSame(volume, "data-blocks", parameters.k(), volume.dataBlocks());
    requireSame(volume, "key-shares", parameters.t(), volume.keyShares());
    requireSame(volume, "segment-size", bytes(stored.segmentBytes()), bytes(volume.segmentBytes()));
  }

  private void requireSame(VolumeSettings volume, String key, Object stored, Object configured)
      throws Failure {
    if (!stored.equals(configured)) {
      throw new Failure(
          """
          %s: [volumes.%s] has %s = %s, but the volume was created with %s = %s
          this cannot change: write what the volume was created with, or create one of another name\
          """
              .formatted(configuration.file(), volume.name(), key, configured, key, stored),
          null);
    }
  }

  private static List<String> quoted(List<String> names) {
    return names.stream().map(name -> '"' + name + '"').toList();
  }

  private static String bytes(int count) {
    return count % MIB == 0 ? "\"" + count / MIB + " MiB\"" : "\"" + count + " B\"";
  }
}
