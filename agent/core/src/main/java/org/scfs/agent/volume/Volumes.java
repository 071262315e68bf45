package org.scfs.agent.volume;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.scfs.agent.metadata.Layout;
import org.scfs.agent.metadata.RootDirectory;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.MetadataStore;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.Operation;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.Transaction;
import org.scfs.coordination.tuple.Volume;
import org.scfs.depsky.QuorumParameters;
import org.scfs.ports.Id128;

/** The volumes that a coordination service knows. Thread-safe. */
public final class Volumes {

  private static final int FORMAT = 1;
  private static final int NODES_TOGETHER = 512;

  private final MetadataStore store;

  /** The volumes of this service. */
  public Volumes(MetadataStore store) {
    this.store = store;
  }

  /**
   * Finds a volume; empty if there is none of that name, or its creation did not come to an end.
   */
  public Optional<VolumeDefinition> find(String name)
      throws CoordinationException, VolumeException {
    Optional<Node> node = store.read(new Layout(name).volume(), ReadLevel.LINEARIZABLE);
    if (node.isEmpty() || node.get().data().length == 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(decode(name, Volume.parseFrom(node.get().data())));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new VolumeException("the record of volume \"" + name + "\" is damaged", e);
    }
  }

  private static VolumeDefinition decode(String name, Volume volume) throws VolumeException {
    if (volume.getFormat() != FORMAT) {
      throw new VolumeException(
          "volume \"%s\" has format %d, but this agent knows format %d: use a newer agent"
              .formatted(name, volume.getFormat(), FORMAT),
          null);
    }
    return new VolumeDefinition(
        Id128.fromBytes(volume.getId().toByteArray()),
        Id128.fromBytes(volume.getRoot().toByteArray()),
        new QuorumParameters(
            volume.getClouds(), volume.getFaulty(), volume.getDataBlocks(), volume.getKeyShares()),
        volume.getSegmentBytes(),
        volume.getCloudNamesList());
  }

  /**
   * Creates a volume. May be repeated when it failed half-way.
   *
   * @throws VolumeException if the volume exists
   */
  public void create(String name, VolumeDefinition definition, Founder founder)
      throws CoordinationException, VolumeException {
    Layout layout = new Layout(name);
    ensure(List.of(Layout.volumes()));
    ensure(List.of(layout.volume()));
    ensure(layout.skeleton());
    Transaction.Builder founding = Transaction.builder();
    RootDirectory.create(
        founding,
        new RootDirectory.Birth(layout, definition.root(), founder.now),
        founder.uid,
        founder.gid);
    founding.set(layout.volume(), encode(definition).toByteArray(), 0);
    try {
      store.commit(founding.build());
    } catch (CoordinationException.Conflict e) {
      throw new VolumeException("volume \"" + name + "\" exists already", e);
    }
  }

  /** Who creates a volume, and when: becomes the owner of its root directory. */
  public record Founder(int uid, int gid, Instant now) {}

  private static Volume encode(VolumeDefinition definition) {
    QuorumParameters parameters = definition.parameters();
    return Volume.newBuilder()
        .setFormat(FORMAT)
        .setId(ByteString.copyFrom(definition.id().toBytes()))
        .setRoot(ByteString.copyFrom(definition.root().toBytes()))
        .setClouds(parameters.n())
        .setFaulty(parameters.f())
        .setDataBlocks(parameters.k())
        .setKeyShares(parameters.t())
        .setSegmentBytes(definition.segmentBytes())
        .addAllCloudNames(definition.clouds())
        .build();
  }

  /** Creates the nodes that are not there yet, several in a transaction as long as none is. */
  private void ensure(List<NodePath> paths) throws CoordinationException {
    for (int from = 0; from < paths.size(); from += NODES_TOGETHER) {
      List<NodePath> some = paths.subList(from, Math.min(paths.size(), from + NODES_TOGETHER));
      try {
        store.commit(
            new Transaction(
                some.stream()
                    .map(path -> (Operation) new Operation.Create(path, new byte[0]))
                    .toList()));
      } catch (CoordinationException.Conflict e) {
        if (e.reason() != ConflictReason.EXISTS) {
          throw e;
        }
        if (some.size() > 1) {
          for (NodePath path : some) {
            ensure(List.of(path));
          }
        }
      }
    }
  }
}
