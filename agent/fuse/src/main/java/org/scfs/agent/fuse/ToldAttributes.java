package org.scfs.agent.fuse;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;

/**
 * What the kernel was told about files of late, and so may still believe. Thread-safe.
 *
 * <p>The kernel drops a file's pages at each open, but keeps its size for as long as {@code
 * attr_timeout} says, and libfuse 2's path interface gives no means to take it back. A reader that
 * opens a file another agent just made longer would see it cut off. Therefore an open that finds
 * other attributes than those the kernel was told is answered with ESTALE once: the kernel then
 * looks every name of the path up again and repeats the open by itself, unseen by the program.
 *
 * <p>An entry is kept for at least as long as the kernel trusts it, and at most twice that.
 */
final class ToldAttributes {

  /** More than a reply may take to reach the kernel and an open to come back. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private record Told(Id128 node, long size, Instant modified, Instant changed) {

    static Told of(Attributes attributes) {
      return new Told(
          attributes.id(),
          attributes.size(),
          attributes.times().modified(),
          attributes.times().changed());
    }
  }

  private record Refusal(EntryName place, int pid) {}

  private record Generation(
      long begunNanos,
      ConcurrentHashMap<EntryName, Told> told,
      ConcurrentHashMap<Refusal, Boolean> refusals) {

    static Generation begin(long nanos) {
      return new Generation(nanos, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }
  }

  private record Generations(Generation current, Generation previous) {}

  private final Time time;
  private final boolean kernelRemembers;
  private final long lifeNanos;
  private final AtomicReference<Generations> generations;

  /** An empty memory for a kernel that keeps attributes this long. */
  ToldAttributes(Time time, Duration kernelCacheTime) {
    this.time = time;
    this.kernelRemembers = !kernelCacheTime.isZero();
    this.lifeNanos = kernelCacheTime.plus(MARGIN).toNanos();
    Generation first = Generation.begin(time.nanos());
    this.generations = new AtomicReference<>(new Generations(first, first));
  }

  /** Notes what the kernel is about to be told. */
  void tell(EntryName place, Attributes attributes) {
    if (kernelRemembers) {
      generations().current.told.put(place, Told.of(attributes));
    }
  }

  /** Notes that the kernel moved its own node to another name. */
  void move(EntryName from, EntryName to) {
    Generations now = generations();
    @Nullable Told told = now.current.told.remove(from);
    @Nullable Told older = now.previous.told.remove(from);
    if (told != null) {
      now.current.told.put(to, told);
    } else if (older != null) {
      now.current.told.put(to, older);
    }
  }

  /**
   * Whether an open must be refused with ESTALE so that the kernel asks for the attributes again.
   * Never twice in a row for one process and name, so an open cannot fail for this reason.
   */
  boolean isOutdated(EntryName place, Attributes latest, int pid) {
    Generations now = generations();
    @Nullable Told told = now.current.told.get(place);
    if (told == null) {
      told = now.previous.told.get(place);
    }
    Refusal refusal = new Refusal(place, pid);
    boolean refusedBefore =
        now.current.refusals.remove(refusal) != null
            || now.previous.refusals.remove(refusal) != null;
    if (told == null || told.equals(Told.of(latest)) || refusedBefore) {
      return false;
    }
    now.current.refusals.put(refusal, true);
    return true;
  }

  private Generations generations() {
    long nanos = time.nanos();
    return generations.updateAndGet(
        now ->
            nanos - now.current.begunNanos < lifeNanos
                ? now
                : new Generations(Generation.begin(nanos), now.current));
  }
}
