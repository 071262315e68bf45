package org.scfs.agent.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The program {@code scfs}. */
@Command(
    name = "scfs",
    versionProvider = Scfs.Version.class,
    description = {
      "A file system over several clouds, none of which need be trusted.",
      "",
      "Files are encrypted, cut into blocks and spread over the clouds of a volume: any"
          + " one of four may be down, lying or gone. The volume is mounted as a folder."
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  scfs demo                     try it out, in ~/scfs-demo",
      "  scfs init                     write a configuration to edit; then, create its volumes",
      "  scfs mount files ~/files      mount the volume \"files\"",
      "  scfs status                   see how all mounts are",
      "  scfs umount ~/files           end a mount",
      "",
      "Files:",
      "  ~/.config/scfs/scfs.toml      the configuration",
      "  ~/.config/scfs/identity       your key; keep a copy in a safe place",
      "  ~/.cache/scfs                 the cache, and changes that are not in the clouds yet",
      "  ~/.local/state/scfs/mounts    logs of mounts",
      "",
      "Environment:",
      "  SCFS_CONFIG                   the configuration file",
      "  SCFS_LOG                      how much to log: WARN, INFO (default), DEBUG",
      "",
      "Exit codes:",
      "  0   done; for status: all is well",
      "  1   it could not be done",
      "  2   the command line is wrong",
      "  3   status: something is degraded",
      "  69  something that is needed is not available now",
      "  70  an error in SCFS itself"
    })
@SuppressWarnings("UnusedVariable") // picocli looks at annotated fields
public final class Scfs {

  /** In the order of the help. */
  private static final Map<String, Function<Cli, Object>> COMMANDS = commands();

  @Mixin private final Cli cli;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Explain this command.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  private Scfs(Cli cli) {
    this.cli = cli;
  }

  private static Map<String, Function<Cli, Object>> commands() {
    Map<String, Function<Cli, Object>> commands = new LinkedHashMap<>();
    commands.put("demo", DemoCommand::new);
    commands.put("init", InitCommand::new);
    commands.put("mount", MountCommand::new);
    commands.put("umount", UmountCommand::new);
    commands.put("status", StatusCommand::new);
    commands.put("completion", CompletionCommand::new);
    return commands;
  }

  /** Runs the program and ends the process. */
  public static void main(String[] arguments) {
    Cli cli =
        new Cli(
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            System.getenv());
    System.exit(run(cli, arguments));
  }

  /** Runs the program; returns its exit code. */
  static int run(Cli cli, String... arguments) {
    Set<String> words = Set.copyOf(Arrays.asList(arguments));
    boolean named = COMMANDS.keySet().stream().anyMatch(words::contains);
    boolean all = !named || words.contains("completion");
    CommandLine line = new CommandLine(new Scfs(cli));
    COMMANDS.forEach(
        (name, command) -> {
          // To read the annotations of the others would only take time.
          if (all || words.contains(name)) {
            line.addSubcommand(name, command.apply(cli));
          }
        });
    Problems problems = new Problems(cli);
    return line.setOut(cli.out())
        .setErr(cli.err())
        .setParameterExceptionHandler(problems)
        .setExecutionExceptionHandler(problems)
        .execute(arguments);
  }

  /** The version that the jar's manifest tells. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      Optional<String> version =
          Optional.ofNullable(Scfs.class.getPackage().getImplementationVersion());
      return new String[] {
        "scfs " + version.orElse("(not packaged)"),
        "Java " + Objects.requireNonNull(System.getProperty("java.version"))
      };
    }
  }
}
