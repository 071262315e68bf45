package org.scfs.agent.app.report;

import java.util.ArrayList;
import java.util.List;
import org.scfs.agent.app.control.MountReport;

/** What is wrong with a mount, in words. */
final class Health {

  private Health() {}

  /** One sentence for each thing that is wrong; empty if all is well. */
  static List<String> problems(MountReport mount) {
    List<String> problems = new ArrayList<>();
    switch (mount.agent()) {
      case RUNNING -> {}
      case SILENT -> problems.add("its agent is alive, but does not answer");
      case DEAD -> problems.add("its agent died: unmount it, or mount the volume again there");
    }
    MountReport.Coordination coordination = mount.coordination();
    if (coordination != null && !coordination.state().equals("connected")) {
      problems.add("coordination service: " + coordination.explanation());
    }
    for (MountReport.Cloud cloud : mount.clouds()) {
      if (!cloud.state().equals("healthy")) {
        problems.add("cloud " + cloud.name() + " is " + cloud.state() + ": " + cloud.explanation());
      }
    }
    for (MountReport.Change change : mount.waitingChanges()) {
      problems.add("a change of " + change.name() + " waits: " + change.reason());
    }
    return problems;
  }
}
