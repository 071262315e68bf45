package org.scfs.depsky;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.Manifest;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/**
 * Checks a version in all clouds and computes anew what is missing or corrupt, without plaintext or
 * key. A segment's objects are in memory at once, those of one segment after the other. Used once,
 * by one thread.
 *
 * <p>This is the one place where an object is replaced. It is done only when the bytes that the
 * cloud should have are computed and match the manifest's hash, and when the cloud, asked once
 * more, still does not return them: then its object is deleted, as a create-only put would not
 * replace it, and created anew. If that stops half-way, the cloud has nothing in the place of
 * something wrong.
 */
final class VersionRepair {

  private final StoreContext context;
  private final Id128 unit;
  private final VersionRef ref;
  private final @Nullable RepairGoal goal;

  /** Clouds that kept this call waiting once are not asked again. */
  private final Set<Integer> silent = new HashSet<>();

  private final List<BlockFinding> before = new ArrayList<>();
  private final List<BlockFinding> after = new ArrayList<>();

  private VersionRepair(
      StoreContext context, Id128 unit, VersionRef ref, @Nullable RepairGoal goal) {
    this.context = context;
    this.unit = unit;
    this.ref = ref;
    this.goal = goal;
  }

  static VersionCheck check(StoreContext context, Id128 unit, VersionRef ref)
      throws DepSkyException {
    return new VersionRepair(context, unit, ref, null).run().before();
  }

  static RepairReport repair(StoreContext context, Id128 unit, VersionRef ref, RepairGoal goal)
      throws DepSkyException {
    return new VersionRepair(context, unit, ref, goal).run();
  }

  private RepairReport run() throws DepSkyException {
    VersionRequest version = new VersionRequest(context.settings(), unit, ref);
    Manifest manifest = context.ask(version, 1).getFirst().manifest();
    int segments = manifest.segments().size();
    for (int i = 0; i < segments; i++) {
      try (var _ = context.budgets().reading().take(manifest.segmentLength(i))) {
        Id128 id = manifest.segments().get(i).id();
        if (id == null) {
          handle(new VersionPart.Whole(version, manifest));
        } else {
          SegmentRequest request =
              new SegmentRequest(context.names().segment(unit, id), manifest, i);
          handle(new VersionPart.Segment(request, id));
        }
      }
    }
    if (segments > 1) {
      handle(new VersionPart.ManifestOnly(version));
    }
    int copies = context.settings().parameters().writeQuorum();
    return new RepairReport(new VersionCheck(before, copies), new VersionCheck(after, copies));
  }

  private <T> void handle(VersionPart<T> part) throws DepSkyException {
    Map<Integer, Inspection<T>> found = inspect(part);
    note(part, found, before);
    if (goal != null) {
      repair(part, found, goal);
    }
    note(part, found, after);
  }

  private <T> Map<Integer, Inspection<T>> inspect(VersionPart<T> part) throws DepSkyException {
    Set<Integer> asked = new HashSet<>();
    for (int i = 0; i < clouds().size(); i++) {
      if (!silent.contains(i)) {
        asked.add(i);
      }
    }
    Map<Integer, Inspection<T>> found =
        ask(part, asked, cloud -> Inspection.of(part.request(), cloud));
    found.forEach((cloud, inspection) -> judge(part, clouds().client(cloud), inspection));
    for (int i = 0; i < clouds().size(); i++) {
      found.putIfAbsent(i, Inspection.noAnswer());
    }
    return found;
  }

  private void judge(VersionPart<?> part, CloudClient cloud, Inspection<?> inspection) {
    boolean acknowledged =
        (clouds().placements().of(part.request().key()) & (1 << cloud.index())) != 0;
    if (inspection.state() == BlockState.CORRUPT) {
      cloud.monitor().corrupted(inspection.detail());
    } else if (inspection.state() == BlockState.MISSING && acknowledged) {
      cloud.monitor().corrupted("lost an object that it had acknowledged: " + inspection.detail());
    }
  }

  private <T> void note(
      VersionPart<T> part, Map<Integer, Inspection<T>> found, List<BlockFinding> findings) {
    for (int i = 0; i < clouds().size(); i++) {
      Inspection<T> inspection = found.getOrDefault(i, Inspection.noAnswer());
      findings.add(
          new BlockFinding(
              clouds().client(i).name(), part.segment(), inspection.state(), inspection.detail()));
    }
  }

  /** Replaces what is corrupt, then adds what is missing until the goal is reached. */
  private <T> void repair(VersionPart<T> part, Map<Integer, Inspection<T>> found, RepairGoal wanted)
      throws DepSkyException {
    int copies =
        switch (wanted) {
          case DURABLE -> context.settings().parameters().writeQuorum();
          case EVERYWHERE -> clouds().size();
        };
    if (inState(found, BlockState.GOOD).size() < part.needed()) {
      throw new DepSkyException.NotEnoughClouds(tooFew(part, found));
    }
    replace(part, found, inState(found, BlockState.CORRUPT));
    List<Integer> missing = inState(found, BlockState.MISSING);
    while (!missing.isEmpty() && inState(found, BlockState.GOOD).size() < copies) {
      int lacking = copies - inState(found, BlockState.GOOD).size();
      List<Integer> next = missing.subList(0, Math.min(lacking, missing.size()));
      replace(part, found, next);
      missing = missing.subList(next.size(), missing.size());
    }
  }

  private static <T> List<Integer> inState(Map<Integer, Inspection<T>> found, BlockState state) {
    return found.entrySet().stream()
        .filter(entry -> entry.getValue().state() == state)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private <T> void replace(
      VersionPart<T> part, Map<Integer, Inspection<T>> found, List<Integer> targets)
      throws DepSkyException {
    if (targets.isEmpty()) {
      return;
    }
    Map<Integer, ByteBuffer[]> objects = rebuild(part, found, targets);
    Map<Integer, Inspection<T>> results =
        ask(part, Set.copyOf(targets), cloud -> replace(part, cloud, objects));
    for (int target : targets) {
      Inspection<T> old = found.getOrDefault(target, Inspection.noAnswer());
      found.put(target, results.getOrDefault(target, old.notReplaced()));
    }
  }

  private <T> Map<Integer, ByteBuffer[]> rebuild(
      VersionPart<T> part, Map<Integer, Inspection<T>> found, List<Integer> targets)
      throws DepSkyException.Damaged {
    List<T> good = new ArrayList<>();
    for (Inspection<T> inspection : found.values()) {
      T value = inspection.value();
      if (value != null) {
        good.add(value);
      }
    }
    Map<Integer, ByteBuffer[]> objects = new HashMap<>();
    for (int target : targets) {
      try {
        objects.put(target, part.rebuild(good, target));
      } catch (CodecException e) {
        String message = "version " + ref.manifestHash() + " was stored wrongly: " + e.getMessage();
        throw new DepSkyException.Damaged(message, e);
      }
    }
    return objects;
  }

  private <T> String tooFew(VersionPart<T> part, Map<Integer, Inspection<T>> found) {
    String answers =
        found.entrySet().stream()
            .map(
                entry ->
                    clouds().client(entry.getKey()).name()
                        + ": "
                        + entry.getValue().state()
                        + " "
                        + entry.getValue().detail())
            .collect(Collectors.joining("; "));
    return "needed "
        + part.needed()
        + " good objects to repair "
        + part.request().key()
        + " ("
        + answers
        + ")";
  }

  private <T> Inspection<T> replace(
      VersionPart<T> part, CloudClient cloud, Map<Integer, ByteBuffer[]> objects)
      throws StorageException, DepSkyException.Damaged {
    Inspection<T> now = Inspection.of(part.request(), cloud);
    ByteBuffer[] object = objects.get(cloud.index());
    if (now.state() == BlockState.GOOD || object == null) {
      return now;
    }
    if (now.state() == BlockState.CORRUPT) {
      cloud.store().delete(List.of(part.request().key()));
    }
    try {
      cloud.store().put(part.request().key(), Payload.of(object), PutMode.CREATE);
    } catch (StorageException.AlreadyExists _) {
      // Ours after a lost answer, or another repair's; reading it back tells.
    }
    return Inspection.of(part.request(), cloud);
  }

  private interface Question<T> {
    Inspection<T> ask(CloudClient cloud) throws StorageException, DepSkyException.Damaged;
  }

  private record InspectionRequest<T>(Request<T> object, Set<Integer> asked, Question<T> question)
      implements Request<Inspection<T>> {

    @Override
    public ObjectKey key() {
      return object.key();
    }

    @Override
    public long expectedBytes() {
      return object.expectedBytes();
    }

    @Override
    public CloudMonitor.Proof proof() {
      return CloudMonitor.Proof.ALIVE;
    }

    @Override
    public boolean concerns(CloudClient cloud) {
      return asked.contains(cloud.index());
    }

    @Override
    public Reply<Inspection<T>> send(CloudClient cloud)
        throws StorageException, DepSkyException.Damaged {
      return new Reply<>(question.ask(cloud), object.expectedBytes());
    }
  }

  private <T> Map<Integer, Inspection<T>> ask(
      VersionPart<T> part, Set<Integer> asked, Question<T> question) throws DepSkyException {
    var request = new InspectionRequest<>(part.request(), asked, question);
    Map<Integer, Inspection<T>> answers =
        Survey.ask(clouds(), request, context.settings().cloudTimeout());
    for (int cloud : asked) {
      if (!answers.containsKey(cloud)) {
        silent.add(cloud);
      }
    }
    return answers;
  }

  private Clouds clouds() {
    return context.clouds();
  }
}
