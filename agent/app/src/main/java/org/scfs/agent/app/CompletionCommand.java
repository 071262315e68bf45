package org.scfs.agent.app;

import java.util.concurrent.Callable;
import org.scfs.agent.app.setup.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script for shells. */
@Command(
    name = "completion",
    description = "Print a script that lets bash and zsh complete the words of commands.",
    footer = {"", "Example:", "  source <(scfs completion)"})
final class CompletionCommand implements Callable<Integer> {

  private final Cli cli;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompletionCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() {
    cli.print(AutoComplete.bash("scfs", spec.root().commandLine()));
    return ExitCode.OK;
  }
}
