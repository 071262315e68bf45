package org.scfs.agent.app.report;

import java.util.List;
import org.scfs.agent.app.control.Json;
import org.scfs.agent.app.control.MountReport;

/**
 * How all mounts are. The names of the components are those of the JSON, and stay; so do the words
 * {@code ok} and {@code degraded}.
 *
 * @param health {@code ok} if all mounts are, else {@code degraded}
 * @param mounts one for each mount
 */
public record StatusReport(String health, List<Entry> mounts) {

  private static final String OK = "ok";
  private static final String DEGRADED = "degraded";

  /**
   * One mount.
   *
   * @param health {@code ok} or {@code degraded}
   * @param problems one sentence for each thing that is wrong
   * @param mount everything that is known; see {@link MountReport}
   */
  public record Entry(String health, List<String> problems, MountReport mount) {

    private static Entry of(MountReport mount) {
      List<String> problems = Health.problems(mount);
      return new Entry(problems.isEmpty() ? OK : DEGRADED, problems, mount);
    }
  }

  /** The report on these mounts. */
  public static StatusReport of(List<MountReport> mounts) {
    List<Entry> entries = mounts.stream().map(Entry::of).toList();
    boolean ok = entries.stream().allMatch(entry -> entry.health.equals(OK));
    return new StatusReport(ok ? OK : DEGRADED, entries);
  }

  /** Whether nothing is wrong. */
  public boolean isOk() {
    return health.equals(OK);
  }

  /** For programs. */
  public String json() {
    return Json.readable(this);
  }

  /** For people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Entry entry : mounts) {
      text.append(text.isEmpty() ? "" : "\n").append(new MountText(entry).render());
    }
    return text.toString();
  }
}
