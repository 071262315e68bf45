package org.scfs.agent.app.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import org.scfs.agent.app.control.MountReport;

/** One mount as text: a line for each part, what is wrong marked at its left edge. */
final class MountText {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final String GOOD = "  ";
  private static final String BAD = "! ";
  private static final int MOST_LISTED = 10;

  private final StatusReport.Entry entry;
  private final MountReport mount;
  private final StringBuilder text = new StringBuilder();

  MountText(StatusReport.Entry entry) {
    this.entry = entry;
    this.mount = entry.mount();
  }

  String render() {
    text.append(mount.volume()).append(" on ").append(mount.mountPoint());
    text.append(mount.readOnly() ? " (read-only): " : ": ");
    text.append(entry.health().toUpperCase(Locale.ROOT)).append('\n');
    if (mount.agent() != MountReport.Agent.RUNNING) {
      line(BAD, "agent", entry.problems().getFirst());
      return text.toString();
    }
    line(GOOD, "agent", "process " + mount.pid() + ", since " + time(mount.since()));
    coordination();
    clouds();
    cache();
    line(GOOD, "open files", Integer.toString(mount.openFiles()));
    changes();
    conflicts();
    return text.toString();
  }

  private void coordination() {
    MountReport.Coordination session = mount.coordination();
    if (session != null) {
      boolean connected = session.state().equals("connected");
      String state = connected ? "" : session.state().toUpperCase(Locale.ROOT) + ": ";
      line(connected ? GOOD : BAD, "coordination", state + session.explanation());
    }
  }

  private void clouds() {
    int width = mount.clouds().stream().mapToInt(cloud -> cloud.name().length()).max().orElse(0);
    String label = "clouds";
    for (MountReport.Cloud cloud : mount.clouds()) {
      boolean healthy = cloud.state().equals("healthy");
      String name = String.format(Locale.ROOT, "%-" + width + "s  ", cloud.name());
      String words =
          healthy
              ? "ok" + latency(cloud)
              : cloud.state().toUpperCase(Locale.ROOT) + ": " + cloud.explanation();
      line(healthy ? GOOD : BAD, label, name + words);
      label = "";
    }
  }

  private static String latency(MountReport.Cloud cloud) {
    return cloud.latencyMillis() > 0
        ? String.format(Locale.ROOT, ", %.1f ms", cloud.latencyMillis())
        : "";
  }

  private void cache() {
    MountReport.Cache cache = mount.cache();
    if (cache != null) {
      String changed =
          cache.changedBytes() > 0 ? ", and " + bytes(cache.changedBytes()) + " of changes" : "";
      line(
          GOOD,
          "cache",
          "%s of %s in %d files%s, in %s"
              .formatted(
                  bytes(cache.usedBytes()),
                  bytes(cache.limitBytes()),
                  cache.files(),
                  changed,
                  cache.directory()));
    }
  }

  private void changes() {
    List<MountReport.Change> changes = mount.waitingChanges();
    line(
        changes.isEmpty() ? GOOD : BAD,
        "waiting",
        changes.isEmpty() ? "no changes" : count(changes.size(), "changed file"));
    for (MountReport.Change change : changes.subList(0, Math.min(changes.size(), MOST_LISTED))) {
      line(BAD, "", change.name() + " (" + bytes(change.bytes()) + "): " + change.reason());
    }
    more(changes.size());
  }

  private void conflicts() {
    List<String> copies = mount.conflictCopies();
    if (!copies.isEmpty()) {
      line(GOOD, "conflicts", count(copies.size(), "file") + " kept beside newer ones:");
      copies.stream().limit(MOST_LISTED).forEach(copy -> line(GOOD, "", copy));
      more(copies.size());
    }
  }

  private void more(int count) {
    if (count > MOST_LISTED) {
      line(GOOD, "", "and " + (count - MOST_LISTED) + " more (all of them: --json)");
    }
  }

  private void line(String mark, String label, String words) {
    text.append(String.format(Locale.ROOT, "%s%-14s%s%n", mark, label, words));
  }

  private static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private static String time(String instant) {
    try {
      return TIME.format(Instant.parse(instant).atZone(ZoneId.systemDefault()));
    } catch (DateTimeParseException e) {
      return instant;
    }
  }

  /** A size with the unit that people would use. */
  static String bytes(long count) {
    if (count < 1024) {
      return count + " B";
    }
    double size = count;
    String unit = "B";
    for (String next : List.of("KiB", "MiB", "GiB", "TiB")) {
      if (size < 1024) {
        break;
      }
      size /= 1024;
      unit = next;
    }
    return String.format(Locale.ROOT, size < 10 ? "%.1f %s" : "%.0f %s", size, unit);
  }
}
