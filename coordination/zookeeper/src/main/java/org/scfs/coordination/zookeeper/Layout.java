package org.scfs.coordination.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.scfs.coordination.LockRequest;
import org.scfs.coordination.NodePath;
import org.scfs.ports.Id128;

/**
 * Where things are in ZooKeeper's tree. Below the root, a node of ours holds, for every agent, the
 * markers of its commits.
 */
record Layout(NodePath root, String agent) {

  /** The full path of a client's path. */
  String full(NodePath path) {
    return root.value() + path.value();
  }

  /** The client's path of a full path. */
  NodePath local(String fullPath) {
    return new NodePath(fullPath.substring(root.value().length()));
  }

  /** The directory of this agent's commit markers. */
  String agentDirectory() {
    return root.value() + "/agents/" + agent;
  }

  /** The nodes that must exist before anything else, from the top. */
  List<String> foundation() {
    List<String> paths = new ArrayList<>();
    String path = agentDirectory();
    for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      paths.add(path.substring(0, slash));
    }
    paths.add(path);
    return paths;
  }

  /**
   * The full path of a lock's node without its sequence number. The id tells our node from all
   * others when the answer to its creation is lost, and keeps paths unique when a directory, and
   * with it the sequence, begins anew.
   */
  String lockPrefix(LockRequest request, Id128 attempt) {
    return full(request.directory())
        + "/"
        + request.name()
        + "-"
        + attempt.toString().substring(16)
        + "-";
  }

  /** Names of the nodes of one lock, the first in line first. */
  static List<String> inLine(List<String> children, String lockName) {
    List<String> line =
        new ArrayList<>(children.stream().filter(c -> c.startsWith(lockName + "-")).toList());
    line.sort((a, b) -> sequenceOf(a).compareTo(sequenceOf(b)));
    return line;
  }

  /** Sequence numbers have ten digits each, so that their order is the order of texts. */
  private static String sequenceOf(String lockNode) {
    return lockNode.substring(lockNode.lastIndexOf('-') + 1);
  }
}
