package org.scfs.agent.metadata;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.NodePath;
import org.scfs.ports.Id128;

/**
 * Where a volume's nodes lie in the coordination service:
 *
 * <pre>
 * /volumes/NAME                      the Volume record
 * /volumes/NAME/nodes/XXX/ID         the tuple of an object; XXX are the id's first three digits
 * /volumes/NAME/nodes/XXX/ID/times   of a directory: its DirectoryTimes
 * /volumes/NAME/nodes/XXX/ID/N       of a directory: its bucket number N
 * /volumes/NAME/locks/XX/ID-...     a lock on an object
 * </pre>
 *
 * The digits spread a million objects over lists of children that stay far below ZooKeeper's limit
 * of 1 MB for a packet.
 */
public final class Layout {

  private static final NodePath VOLUMES = new NodePath("/volumes");
  private static final String TIMES = "times";
  private static final HexFormat HEX = HexFormat.of();

  private final NodePath volume;

  /** The layout of the volume with this name. */
  public Layout(String volume) {
    this.volume = VOLUMES.child(volume);
  }

  /** The parent of all volumes. */
  public static NodePath volumes() {
    return VOLUMES;
  }

  /** The volume's own record. */
  public NodePath volume() {
    return volume;
  }

  /** The inner nodes that a new volume needs, parents before children. */
  public List<NodePath> skeleton() {
    List<NodePath> paths = new ArrayList<>();
    NodePath nodes = volume.child("nodes");
    NodePath locks = volume.child("locks");
    paths.add(nodes);
    paths.add(locks);
    for (int i = 0; i < 0x1000; i++) {
      paths.add(nodes.child(HEX.toHexDigits(i, 3)));
    }
    for (int i = 0; i < 0x100; i++) {
      paths.add(locks.child(HEX.toHexDigits(i, 2)));
    }
    return paths;
  }

  NodePath tuple(Id128 id) {
    String digits = id.toString();
    return volume.child("nodes").child(digits.substring(0, 3)).child(digits);
  }

  NodePath times(Id128 directory) {
    return tuple(directory).child(TIMES);
  }

  NodePath bucket(Id128 directory, int number) {
    return tuple(directory).child(Integer.toString(number));
  }

  /** Whether a child of a directory's node is a bucket. */
  static boolean isBucket(String child) {
    return !child.equals(TIMES);
  }

  /** The request for the write lock on an object. */
  public LockRequest lock(Id128 id, String holder) {
    String digits = id.toString();
    return new LockRequest(volume.child("locks").child(digits.substring(0, 2)), digits, holder);
  }
}
