package org.scfs.coordination.zookeeper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Node;

/**
 * The markers that make the outcome of every commit known. Each transaction also sets one small
 * node of its agent, its slot, to the id of the commit, expecting the version that the slot has.
 * When the answer is lost, writing the slot once more against that same version decides: if it
 * succeeds, the commit did not land and never will; if not, the slot says whose id it holds.
 * Thread-safe; a slot is used by one commit at a time.
 */
final class CommitMarkers {

  /** How many commits can be under way at once. */
  private static final int MOST_SLOTS = 128;

  /** The version of a slot that was never written. */
  static final int ABSENT = -1;

  /** One marker's node. Confined to the commit that has it; handed over under the monitor. */
  static final class Slot {
    private final String path;
    private int version = ABSENT;
    private boolean known;

    private Slot(String path) {
      this.path = path;
    }

    String path() {
      return path;
    }

    /** The version to expect, or {@link #ABSENT}. */
    int version() {
      return version;
    }

    void setKnown(int nowVersion) {
      version = nowVersion;
      known = true;
    }

    void forget() {
      known = false;
    }
  }

  private final ServiceParts parts;
  private final Monitor monitor;

  // Guarded by the monitor.
  private final Deque<Slot> free = new ArrayDeque<>();
  private int slots;

  CommitMarkers(ServiceParts parts) {
    this.parts = parts;
    this.monitor = new Monitor(parts.environment().time());
  }

  /** Takes over the slots that this agent used in an earlier life. */
  void load(Deadline deadline) throws CoordinationException {
    List<String> names = new Reads(parts, deadline).children(parts.layout().agentDirectory());
    List<Integer> numbers =
        names.stream().filter(name -> name.matches("\\d{1,4}")).map(Integer::parseInt).toList();
    List<Slot> found = new ArrayList<>();
    for (int number = 0; number < numbers.stream().mapToInt(n -> n + 1).max().orElse(0); number++) {
      found.add(slot(number));
    }
    refresh(found, deadline);
    monitor.change(
        () -> {
          found.reversed().forEach(free::push);
          slots = found.size();
        });
  }

  /** Takes a slot whose version is known. */
  Slot take(Deadline deadline) throws CoordinationException {
    Slot slot;
    try {
      slot =
          monitor.await(() -> !free.isEmpty() || slots < MOST_SLOTS, deadline, this::takeOrCreate);
    } catch (InterruptedException e) {
      throw ServiceParts.interrupted(e);
    }
    if (slot == null) {
      throw new CoordinationException.Unavailable(
          "more than " + MOST_SLOTS + " commits are under way", null);
    }
    return slot.known ? slot : refreshed(slot, deadline);
  }

  private Slot refreshed(Slot slot, Deadline deadline) throws CoordinationException {
    boolean done = false;
    try {
      refresh(List.of(slot), deadline);
      done = true;
      return slot;
    } finally {
      if (!done) {
        giveBack(slot);
      }
    }
  }

  void giveBack(Slot slot) {
    monitor.change(() -> free.push(slot));
  }

  private @Nullable Slot takeOrCreate() {
    if (!free.isEmpty()) {
      return free.pop();
    }
    if (slots >= MOST_SLOTS) {
      return null;
    }
    Slot slot = slot(slots++);
    slot.setKnown(ABSENT);
    return slot;
  }

  private Slot slot(int number) {
    return new Slot(parts.layout().agentDirectory() + "/" + number);
  }

  /** Reads the versions of slots, all in one flight. */
  private void refresh(List<Slot> stale, Deadline deadline) throws CoordinationException {
    List<Reply<Node>> replies =
        new Reads(parts, deadline).nodes(stale.stream().map(Slot::path).toList());
    for (int i = 0; i < stale.size(); i++) {
      Reply<Node> reply = replies.get(i);
      stale.get(i).setKnown(reply.code() == Code.NONODE ? ABSENT : reply.get().version());
    }
  }
}
