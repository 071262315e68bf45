package org.scfs.agent.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.control.MountPoints;
import org.scfs.agent.app.serve.Agent;
import org.scfs.agent.app.serve.AgentAssembly;
import org.scfs.agent.app.serve.MountRequest;
import org.scfs.agent.app.serve.Program;
import org.scfs.agent.app.setup.Configuration;
import org.scfs.agent.app.setup.ExitCode;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.app.setup.FolderInUse;
import org.scfs.agent.app.setup.OwnerOnly;
import org.scfs.config.CloudSettings;
import org.scfs.config.SettingsTemplate;
import org.scfs.config.VolumeSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows everything at work in one folder. */
@Command(
    name = "demo",
    description = {
      "Try SCFS out: a volume over four folders that play the clouds, mounted until Ctrl-C.",
      "",
      "Everything is in one folder, with a configuration scfs.toml as any other volume has"
          + " it. The next start finds your files again, also after a crash."
    },
    footer = {"", "Examples:", "  scfs demo", "  scfs demo /tmp/demo"})
final class DemoCommand implements Callable<Integer> {

  private static final String VOLUME = "demo";
  private static final List<String> CLOUDS = List.of("north", "east", "south", "west");
  private static final String CONFIGURATION = "scfs.toml";

  private final Cli cli;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "The demo's folder (default: ~/scfs-demo).")
  private @Nullable Path directory;

  DemoCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws Exception {
    Path folder = directory == null ? Cli.home().resolve("scfs-demo") : directory;
    writeConfiguration(folder);
    Configuration configuration = Configuration.load(folder.resolve(CONFIGURATION));
    VolumeSettings volume = configuration.settings().volume(VOLUME);
    Path mount = folder.resolve("mount");
    var _ = new MountDirectory(cli.environment()).prepare(mount);
    MountRequest request =
        new MountRequest(configuration, volume, MountPoints.canonical(mount), false, false);
    try {
      Agent agent =
          new AgentAssembly(request, cli.environment(), cli.registry())
              .start(AgentAssembly.Absent.CREATE);
      return new ForegroundMount(agent)
          .serve(() -> announce(request, "mounted in " + ForegroundMount.age(), "Ctrl-C, or: "));
    } catch (FolderInUse e) {
      if (!e.purpose().equals(request.directory().toString())) {
        throw e;
      }
      announce(request, "mounted already, by process " + e.pid(), "");
      return ExitCode.OK;
    }
  }

  private static void writeConfiguration(Path folder) throws IOException, Failure {
    Path file = folder.resolve(CONFIGURATION);
    if (Files.exists(file)) {
      return;
    }
    if (Files.isDirectory(folder) && !isEmpty(folder)) {
      throw new Failure(
          folder + " has other things in it, and no demo\nname an empty folder, or one to be made",
          null);
    }
    String text = new SettingsTemplate(Path.of(""), CLOUDS, VOLUME).render();
    OwnerOnly.writeNew(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether nothing is in it but what a start that was interrupted can have left. */
  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(folder, path -> !path.getFileName().toString().endsWith(".new"))) {
      return !entries.iterator().hasNext();
    }
  }

  private void announce(MountRequest request, String how, String stop) {
    Configuration configuration = request.configuration();
    String name = Program.name();
    cli.print("SCFS demo, " + how);
    cli.print("");
    line("your files", request.directory().toString());
    String label = "the clouds";
    for (CloudSettings cloud : configuration.settings().cloudsOf(request.volume())) {
      line(label, cloud.options().getOrDefault("directory", cloud.name()));
      label = "";
    }
    line("the cache", configuration.cacheFolder(request.volume()).toString());
    line("to look", name + " status");
    line("to stop", stop + name + " umount " + request.directory());
    line("to do more", name + " COMMAND --config=" + configuration.file());
  }

  private void line(String label, String words) {
    cli.print("  %-12s%s".formatted(label, words));
  }
}
