package org.scfs.coordination.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.scfs.coordination.CoordinationException;

/** Makes the nodes that must exist before anything else. Can be repeated. */
final class Foundation {

  private final ServiceParts parts;

  Foundation(ServiceParts parts) {
    this.parts = parts;
  }

  void lay(Deadline deadline) throws CoordinationException {
    try {
      boolean laid = false;
      while (!laid) {
        laid = attempt(parts.connection().await(deadline), deadline);
      }
    } catch (InterruptedException e) {
      throw ServiceParts.interrupted(e);
    }
  }

  private boolean attempt(Handle handle, Deadline deadline)
      throws CoordinationException, InterruptedException {
    // Looked for before they are made: a parent may allow everybody in, but only its owner to make.
    List<String> paths = parts.layout().foundation();
    List<Pending<String>> looks = new ArrayList<>();
    for (String path : paths) {
      Pending<String> look = parts.pending();
      handle.exists(path, look);
      looks.add(look);
    }
    List<Pending<String>> steps = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      Code code = looks.get(i).await(deadline).code();
      if (code == Code.NONODE) {
        Pending<String> made = parts.pending();
        handle.create(paths.get(i), new byte[0], CreateMode.PERSISTENT, made);
        steps.add(made);
      } else {
        steps.add(looks.get(i));
      }
    }
    if (parts.options().soleUser()) {
      Pending<String> kept = parts.pending();
      handle.keepForUs("/", kept);
      steps.add(kept);
    }
    return done(steps, deadline);
  }

  private boolean done(List<Pending<String>> steps, Deadline deadline)
      throws CoordinationException, InterruptedException {
    for (Pending<String> step : steps) {
      Reply<String> reply = step.await(deadline);
      if (reply.lost()) {
        return false;
      }
      if (!reply.ok() && reply.code() != Code.NODEEXISTS) {
        throw Translation.translate(reply.code(), parts.layout().agentDirectory());
      }
    }
    return true;
  }
}
