package org.scfs.coordination.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.ConflictReason;
import org.scfs.coordination.Node;
import org.scfs.coordination.NodePath;
import org.scfs.coordination.Operation;

/**
 * A tree of nodes that behaves like ZooKeeper's: versions restart when a node is created again, and
 * sequence numbers when their directory is. Not thread-safe.
 *
 * <p>Changes can be undone back to the last {@link #keepChanges}.
 */
final class MemoryTree {

  private static final class Entry {
    byte[] data;
    int version;
    int sequence;
    final @Nullable MemorySession owner;
    final Map<String, Entry> children;

    Entry(byte[] data, @Nullable MemorySession owner, Map<String, Entry> children) {
      this.data = data;
      this.owner = owner;
      this.children = children;
    }

    Entry copy() {
      Map<String, Entry> copies = new HashMap<>();
      children.forEach((name, child) -> copies.put(name, child.copy()));
      Entry copy = new Entry(data, owner, copies);
      copy.version = version;
      copy.sequence = sequence;
      return copy;
    }
  }

  private final Entry root;
  private final Deque<Runnable> undo = new ArrayDeque<>();

  MemoryTree() {
    this(new Entry(new byte[0], null, new HashMap<>()));
  }

  private MemoryTree(Entry root) {
    this.root = root;
  }

  /** A copy that later changes do not reach. */
  MemoryTree copy() {
    return new MemoryTree(root.copy());
  }

  Optional<Node> node(NodePath path) {
    return find(path.value()).map(entry -> new Node(entry.data, entry.version));
  }

  Optional<List<String>> children(NodePath path) {
    return find(path.value()).map(entry -> List.copyOf(entry.children.keySet()));
  }

  Optional<ConflictReason> check(NodePath path, int version) {
    return find(path.value())
        .map(entry -> versionConflict(entry, version))
        .orElse(Optional.of(ConflictReason.MISSING));
  }

  Optional<ConflictReason> create(NodePath path, byte[] data, @Nullable MemorySession owner) {
    Entry parent = find(parentOf(path)).orElse(null);
    // A node that ends with its session cannot have children.
    if (parent == null || parent.owner != null) {
      return Optional.of(ConflictReason.MISSING);
    }
    String name = nameOf(path);
    if (parent.children.putIfAbsent(name, new Entry(data, owner, new HashMap<>())) != null) {
      return Optional.of(ConflictReason.EXISTS);
    }
    parent.sequence++;
    undo.push(
        () -> {
          parent.children.remove(name);
          parent.sequence--;
        });
    return Optional.empty();
  }

  Optional<ConflictReason> set(NodePath path, byte[] data, int version) {
    Optional<ConflictReason> conflict = check(path, version);
    if (conflict.isEmpty()) {
      Entry entry = find(path.value()).orElseThrow();
      byte[] before = entry.data;
      entry.data = data;
      entry.version++;
      undo.push(
          () -> {
            entry.data = before;
            entry.version--;
          });
    }
    return conflict;
  }

  Optional<ConflictReason> delete(NodePath path, int version) {
    Optional<ConflictReason> conflict = check(path, version);
    if (conflict.isPresent()) {
      return conflict;
    }
    if (!find(path.value()).orElseThrow().children.isEmpty()) {
      return Optional.of(ConflictReason.NOT_EMPTY);
    }
    Entry parent = find(parentOf(path)).orElseThrow();
    String name = nameOf(path);
    Entry removed = parent.children.remove(name);
    parent.sequence++;
    undo.push(
        () -> {
          parent.children.put(name, removed);
          parent.sequence--;
        });
    return Optional.empty();
  }

  /** The number that the next sequential child of a directory gets; 0 if there is no directory. */
  int nextSequence(NodePath directory) {
    return find(directory.value()).map(entry -> entry.sequence).orElse(0);
  }

  /** Removes the nodes that a session owned. */
  void removeOwnedBy(MemorySession session) {
    removeOwnedBy(root, session);
  }

  private static void removeOwnedBy(Entry directory, MemorySession session) {
    int before = directory.children.size();
    directory.children.values().removeIf(child -> child.owner == session);
    directory.sequence += before - directory.children.size();
    directory.children.values().forEach(child -> removeOwnedBy(child, session));
  }

  void keepChanges() {
    undo.clear();
  }

  void undoChanges() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  /** Names of the nodes of locks, the first in line first. */
  List<String> queue(NodePath directory, String lockName) {
    List<String> queue =
        new ArrayList<>(
            children(directory).orElse(List.of()).stream()
                .filter(child -> child.startsWith(lockName + "-"))
                .toList());
    queue.sort((a, b) -> sequenceOf(a).compareTo(sequenceOf(b)));
    return queue;
  }

  private static String sequenceOf(String lockNode) {
    return lockNode.substring(lockNode.lastIndexOf('-') + 1);
  }

  private static Optional<ConflictReason> versionConflict(Entry entry, int version) {
    return version == Operation.ANY_VERSION || version == entry.version
        ? Optional.empty()
        : Optional.of(ConflictReason.VERSION);
  }

  private static String parentOf(NodePath path) {
    return path.value().substring(0, path.value().lastIndexOf('/'));
  }

  private static String nameOf(NodePath path) {
    return path.value().substring(path.value().lastIndexOf('/') + 1);
  }

  private Optional<Entry> find(String path) {
    Entry entry = root;
    for (String part : path.isEmpty() ? new String[0] : path.substring(1).split("/", -1)) {
      entry = entry.children.get(part);
      if (entry == null) {
        return Optional.empty();
      }
    }
    return Optional.of(entry);
  }
}
