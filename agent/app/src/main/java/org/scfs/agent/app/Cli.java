package org.scfs.agent.app;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.control.Registry;
import org.scfs.agent.app.setup.Configuration;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.app.setup.ThisHost;
import org.scfs.config.SettingsException;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What all commands share: where they print, and the option that names the configuration. */
final class Cli {

  private final PrintWriter out;
  private final PrintWriter err;
  private final Map<String, String> variables;
  private @Nullable Environment environment;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = {
        "The configuration file (default: $SCFS_CONFIG, else ~/.config/scfs/scfs.toml)."
      })
  private @Nullable Path config;

  Cli(PrintWriter out, PrintWriter err, Map<String, String> variables) {
    this.out = out;
    this.err = err;
    this.variables = variables;
  }

  /** Prints a line of the result. */
  void print(String line) {
    out.println(line);
    out.flush();
  }

  /** Prints a line about what goes wrong, or is done besides. */
  void warn(String line) {
    err.println(line);
    err.flush();
  }

  PrintWriter out() {
    return out;
  }

  PrintWriter err() {
    return err;
  }

  /** The ports of this process, made once. */
  Environment environment() {
    Environment made = environment;
    if (made == null) {
      made = SystemEnvironment.create();
      environment = made;
    }
    return made;
  }

  Registry registry() {
    return Registry.of(variables, ThisHost.userId());
  }

  /** The configuration file that is meant, whether or not it exists. */
  Path configFile() {
    if (config != null) {
      return config;
    }
    String named = variables.getOrDefault("SCFS_CONFIG", "");
    return named.isEmpty() ? defaultConfigFile() : Path.of(named);
  }

  /** Where the configuration is if nobody says otherwise. */
  static Path defaultConfigFile() {
    return home().resolve(".config/scfs/scfs.toml");
  }

  static Path home() {
    return Path.of(System.getProperty("user.home", ""));
  }

  /** The checked configuration. */
  Configuration configuration() throws SettingsException, Failure {
    return Configuration.load(configFile());
  }
}
