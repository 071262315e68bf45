package org.scfs.agent.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.control.KernelMount;
import org.scfs.agent.app.control.MountPoints;
import org.scfs.agent.app.control.MountReport;
import org.scfs.agent.app.control.Mounts;
import org.scfs.agent.app.report.StatusReport;
import org.scfs.agent.app.setup.ExitCode;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.app.setup.ThisHost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells how mounts are. */
@Command(
    name = "status",
    description = {
      "Tell how your mounts are: their clouds, which are asked now, the coordination"
          + " service, the cache, and changes that wait.",
      "",
      "What is wrong is marked with an exclamation mark. Needs no configuration."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:no such mount",
      "3:something is degraded; the output says what, and why"
    },
    footer = {"", "Examples:", "  scfs status", "  scfs status ~/files --json"})
final class StatusCommand implements Callable<Integer> {

  private final Cli cli;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR|VOLUME",
      description = "Only this mount, or the mounts of this volume (default: all).")
  private @Nullable String which;

  @Option(names = "--json", description = "Print JSON, whose names stay the same.")
  private boolean json;

  StatusCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws Exception {
    List<KernelMount> table = KernelMount.ofUser(ThisHost.userId());
    List<MountReport> mounts = new Mounts(cli.registry(), cli.environment()).all(table);
    String wanted = which;
    StatusReport report = StatusReport.of(wanted == null ? mounts : select(mounts, wanted));
    if (json) {
      cli.print(report.json());
    } else if (report.mounts().isEmpty()) {
      cli.print("nothing is mounted");
    } else {
      cli.print(report.text().stripTrailing());
    }
    return report.isOk() ? ExitCode.OK : ExitCode.DEGRADED;
  }

  private static List<MountReport> select(List<MountReport> mounts, String wanted) throws Failure {
    String place = place(wanted);
    List<MountReport> selected =
        mounts.stream()
            .filter(mount -> mount.volume().equals(wanted) || mount.mountPoint().equals(place))
            .toList();
    if (selected.isEmpty()) {
      throw new Failure(wanted + " is not mounted", null);
    }
    return selected;
  }

  private static String place(String wanted) {
    try {
      return MountPoints.canonical(Path.of(wanted)).toString();
    } catch (IOException e) {
      return wanted;
    }
  }
}
