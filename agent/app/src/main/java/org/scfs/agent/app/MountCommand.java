package org.scfs.agent.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.scfs.agent.app.control.MountPoints;
import org.scfs.agent.app.serve.Agent;
import org.scfs.agent.app.serve.AgentAssembly;
import org.scfs.agent.app.serve.BackgroundMount;
import org.scfs.agent.app.serve.MountRequest;
import org.scfs.agent.app.setup.Configuration;
import org.scfs.agent.app.setup.ExitCode;
import org.scfs.config.VolumeSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Mounts a volume. */
@Command(
    name = "mount",
    description = {
      "Mount a volume of the configuration on a directory.",
      "",
      "The agent goes to the background once the volume is mounted, and logs to a file in"
          + " the configuration's state-directory. It ends with `scfs umount DIR`, or when"
          + " it gets the signal TERM."
    },
    footer = {
      "",
      "Examples:",
      "  scfs mount files ~/files",
      "  scfs mount files ~/files --foreground      for systemd, or to see the log"
    })
final class MountCommand implements Callable<Integer> {

  private final Cli cli;

  @Parameters(index = "0", paramLabel = "VOLUME", description = "A volume of the configuration.")
  private String volume = "";

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description = "An empty directory; it is made if it is absent.")
  private Path directory = Path.of("");

  @Option(
      names = {"-f", "--foreground"},
      description = "Stay in the foreground until it is unmounted; log to standard error.")
  private boolean foreground;

  @Option(names = "--allow-other", description = "Let other users use the mount.")
  private boolean allowOther;

  @Option(names = "--read-only", description = "Refuse changes.")
  private boolean readOnly;

  @Option(names = "--tell-parent", hidden = true)
  private boolean tellParent;

  MountCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws Exception {
    Configuration configuration = cli.configuration();
    VolumeSettings settings = configuration.settings().volume(volume);
    if (new MountDirectory(cli.environment()).prepare(directory)) {
      cli.warn("made the directory " + directory);
    }
    Path canonical = MountPoints.canonical(directory);
    if (!foreground) {
      return mountInBackground(configuration, settings, canonical);
    }
    Agent agent =
        new AgentAssembly(
                new MountRequest(configuration, settings, canonical, allowOther, readOnly),
                cli.environment(),
                cli.registry())
            .start(AgentAssembly.Absent.REFUSE);
    return new ForegroundMount(agent)
        .serve(
            () -> {
              if (tellParent) {
                cli.print(BackgroundMount.MOUNTED);
                System.out.close();
              } else {
                cli.print(mounted(canonical, ""));
              }
            });
  }

  private int mountInBackground(Configuration configuration, VolumeSettings settings, Path place)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("mount", "--config=" + configuration.file(), "--foreground", "--tell-parent"));
    if (allowOther) {
      arguments.add("--allow-other");
    }
    if (readOnly) {
      arguments.add("--read-only");
    }
    arguments.addAll(List.of("--", volume, place.toString()));
    Path log = configuration.logFile(settings);
    long pid = new BackgroundMount(log).start(arguments);
    cli.print(mounted(place, "; process %d, log %s".formatted(pid, log)));
    return ExitCode.OK;
  }

  private String mounted(Path place, String more) {
    return "mounted %s on %s in %s%s".formatted(volume, place, ForegroundMount.age(), more);
  }
}
