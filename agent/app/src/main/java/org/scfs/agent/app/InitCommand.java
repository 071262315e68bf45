package org.scfs.agent.app;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.scfs.agent.app.serve.Program;
import org.scfs.agent.app.setup.AgentFolder;
import org.scfs.agent.app.setup.Configuration;
import org.scfs.agent.app.setup.ExitCode;
import org.scfs.agent.app.setup.Founding;
import org.scfs.agent.app.setup.Identity;
import org.scfs.agent.app.setup.OwnerOnly;
import org.scfs.config.SettingsException;
import org.scfs.config.SettingsTemplate;
import org.scfs.config.VolumeSettings;
import org.scfs.coordination.CoordinationService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Creates what a configuration names. */
@Command(
    name = "init",
    description = {
      "Create your identity and the volumes of the configuration, where they are absent.",
      "",
      "If there is no configuration file, write one with comments and stop, so that you"
          + " can put in your clouds: their order in a volume is fixed once it is created."
          + " Run the command again then.",
      "",
      "What exists stays as it is. A volume that was created with other parameters than"
          + " the configuration has is an error."
    },
    footer = {
      "",
      "Examples:",
      "  scfs init                     all volumes of the configuration",
      "  scfs init files               only this one",
      "  scfs init --config work.toml  with a configuration of another place"
    })
final class InitCommand implements Callable<Integer> {

  private static final List<String> CLOUDS = List.of("north", "east", "south", "west");

  private final Cli cli;

  @Parameters(
      arity = "0..*",
      paramLabel = "VOLUME",
      description = "Volumes to create (default: all of the configuration).")
  private List<String> names = new ArrayList<>();

  InitCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws Exception {
    if (Files.notExists(cli.configFile())) {
      writeStarter(cli.configFile());
      return ExitCode.OK;
    }
    Configuration configuration = cli.configuration();
    List<VolumeSettings> volumes = volumes(configuration);
    Path identity = configuration.settings().user().identity();
    if (new Identity(identity).ensure(cli.environment().randomness())) {
      cli.print("created your identity " + identity + "; keep a copy of it in a safe place");
    }
    try (AgentFolder folder = AgentFolder.claim(configuration.toolFolder(), "scfs init");
        CoordinationService coordination =
            configuration.connect(folder.agentName(cli.environment().randomness()))) {
      Founding founding = new Founding(configuration, coordination, cli.environment());
      for (VolumeSettings volume : volumes) {
        create(founding, volume);
      }
    }
    return ExitCode.OK;
  }

  private List<VolumeSettings> volumes(Configuration configuration) throws SettingsException {
    if (names.isEmpty()) {
      return List.copyOf(configuration.settings().volumes().values());
    }
    List<VolumeSettings> volumes = new ArrayList<>();
    for (String name : names) {
      volumes.add(configuration.settings().volume(name));
    }
    return volumes;
  }

  private void create(Founding founding, VolumeSettings volume) throws Exception {
    if (founding.find(volume).isPresent()) {
      cli.print("the volume \"" + volume.name() + "\" exists");
    } else {
      var _ = founding.create(volume);
      cli.print(
          "created the volume \"%s\"; to use it: %s mount %s DIR"
              .formatted(volume.name(), Program.name(), volume.name()));
    }
  }

  private void writeStarter(Path file) throws Exception {
    boolean standard = file.equals(Cli.defaultConfigFile());
    Path base = standard ? Cli.home().resolve(".local/share/scfs") : Path.of("");
    String text = new SettingsTemplate(base, CLOUDS, "files").render();
    OwnerOnly.writeNew(file, text.getBytes(StandardCharsets.UTF_8));
    cli.print("wrote the configuration " + file);
    cli.print("now put your clouds in its sections [clouds.NAME]; those in it are local folders");
    cli.print("then run this command again");
  }
}
