package org.scfs.depsky;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.SegmentCodec;
import org.scfs.depsky.codec.SegmentEntry;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/**
 * Versions of data units on n clouds, anchored elsewhere: the store keeps and verifies bytes, and
 * its caller keeps the {@link VersionRef} of the current version in a coordination service (SCFS,
 * USENIX ATC 2014, section 2.3; DepSky-CA, ACM TOS 2013, section 3.5). Up to f clouds may be faulty
 * in any way: what was written can be read, nothing else is ever returned, and f clouds together
 * learn nothing of the contents but their size.
 *
 * <p>Objects are only ever created. Every call ends within a few times the clouds' time-out for
 * each segment, whatever the clouds do. Thread-safe.
 */
public final class AnchoredStore implements AutoCloseable {

  private static final int SEGMENTS_IN_FLIGHT = 3;
  private static final int VERSIONS_OPENING = 16;

  private final StoreContext context;

  /**
   * Creates the store; nothing is asked of the clouds yet.
   *
   * @param settings what holds for the volume
   * @param clouds all n of them, in the order of the volume; closed with this store
   * @param signer signs the manifests of new versions
   * @param environment the ports
   */
  public AnchoredStore(
      AnchoredStoreSettings settings,
      List<Cloud> clouds,
      SigningKey signer,
      Environment environment) {
    this(
        settings,
        new CloudQuorum(clouds, settings.cloudTimeout(), environment),
        signer,
        environment);
  }

  /**
   * Creates the store on clouds that others use too; nothing is asked of them yet.
   *
   * @param settings what holds for the volume
   * @param clouds all n of them, in the order of the volume; closed with this store
   * @param signer signs the manifests of new versions
   * @param environment the ports
   */
  public AnchoredStore(
      AnchoredStoreSettings settings,
      CloudQuorum clouds,
      SigningKey signer,
      Environment environment) {
    if (clouds.size() != settings.parameters().n()) {
      throw new IllegalArgumentException(
          "the volume has " + settings.parameters().n() + " clouds, not " + clouds.size());
    }
    this.context =
        new StoreContext(
            settings,
            clouds.clouds(),
            new SegmentCodec(settings.parameters().code(), environment.randomness()),
            signer,
            new StoreContext.Budgets(
                new MemoryBudget(SEGMENTS_IN_FLIGHT, settings.segmentBytes()),
                new MemoryBudget(SEGMENTS_IN_FLIGHT, settings.segmentBytes()),
                new MemoryBudget(VERSIONS_OPENING, 1)));
  }

  /**
   * Stores a new version. When it returns, the version is durable: f + max(k, t) clouds
   * acknowledged all of it. Nobody sees it before its reference is in the anchor.
   *
   * @throws IllegalArgumentException if the content is empty: an empty file has no data unit
   * @throws DepSkyException.NotEnoughClouds if too few clouds acknowledged
   * @throws DepSkyException.ContentFailed if the content could not be read, or is too large
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public VersionRef write(Id128 unit, Content content) throws DepSkyException {
    return new VersionWriter(context, unit, content).write();
  }

  /**
   * Stores a new version that shares the unchanged segments with an older one. Otherwise as {@link
   * #write(Id128, Content)}.
   *
   * @throws IllegalArgumentException also if the base is a version of another data unit or store
   */
  public VersionRef write(Id128 unit, Content content, Base base) throws DepSkyException {
    return new VersionWriter(context, unit, content).write(base);
  }

  /**
   * Fetches the manifest of a version and verifies it. Of a version of one segment the blocks come
   * with it, so that reading it costs one round trip in all.
   *
   * @throws DepSkyException.NotEnoughClouds if too few clouds gave the right answer
   * @throws DepSkyException.Damaged if the anchor names no legal version of this data unit
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public StoredVersion open(Id128 unit, VersionRef ref) throws DepSkyException {
    return OpenedVersion.open(context, unit, ref);
  }

  /**
   * Reads all of a version in all clouds and says what is good. It takes neither plaintext nor key,
   * and changes nothing.
   *
   * @throws DepSkyException.NotEnoughClouds if no cloud has the manifest
   * @throws DepSkyException.Damaged if the anchor names no legal version of this data unit
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public VersionCheck check(Id128 unit, VersionRef ref) throws DepSkyException {
    return VersionRepair.check(context, unit, ref);
  }

  /**
   * Checks a version and computes anew what is corrupt or missing, without plaintext or key. Good
   * objects are not touched. The version must not be deleted meanwhile, or parts of it come back.
   * What clouds do not take is in the report, and no error.
   *
   * @throws DepSkyException.NotEnoughClouds if no cloud has the manifest, or too few have a good
   *     block of a segment; the segments before it are repaired
   * @throws DepSkyException.Damaged also if good blocks do not belong together
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public RepairReport repair(Id128 unit, VersionRef ref, RepairGoal goal) throws DepSkyException {
    return VersionRepair.repair(context, unit, ref, goal);
  }

  /**
   * The names of all objects that hold a version, which some clouds may not have. Other versions of
   * the unit may share segments with it.
   *
   * @throws DepSkyException as {@link #open} does
   */
  public Set<ObjectKey> objects(Id128 unit, VersionRef ref) throws DepSkyException {
    Manifest manifest = OpenedVersion.open(context, unit, ref).manifest();
    Set<ObjectKey> keys = new LinkedHashSet<>();
    keys.add(context.names().version(unit, ref.manifestHash()));
    for (SegmentEntry segment : manifest.segments()) {
      Id128 id = segment.id();
      if (id != null) {
        keys.add(context.names().segment(unit, id));
      }
    }
    return keys;
  }

  /** What is known of each cloud from its answers so far, in the volume's order. Asks nobody. */
  public List<CloudHealth> health() {
    return context.clouds().health();
  }

  /**
   * Asks each cloud a small question now, and then says what is known of it.
   *
   * @param limit when to stop waiting for the answers
   */
  public List<CloudHealth> probe(Duration limit) throws DepSkyException.Interrupted {
    ProbeRequest request = new ProbeRequest(context.names().probe());
    var plan = new QuorumCall.Plan(context.settings().parameters().n(), 1, limit, true);
    try {
      var _ = new QuorumCall<>(context.clouds(), request, plan).run();
    } catch (DepSkyException.Interrupted e) {
      throw e;
    } catch (DepSkyException _) {
      // Which cloud did not answer is in its health.
    }
    return health();
  }

  /** Closes the clouds' stores. Idempotent; later calls fail. */
  @Override
  public void close() {
    context.clouds().close();
  }
}
