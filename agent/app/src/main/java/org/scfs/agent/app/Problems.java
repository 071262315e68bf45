package org.scfs.agent.app;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.serve.Program;
import org.scfs.agent.app.setup.ExitCode;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.app.setup.FolderInUse;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.volume.VolumeException;
import org.scfs.config.SettingsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.storage.StorageException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells people what went wrong, and the caller by its exit code: the one place for both. */
final class Problems implements IExecutionExceptionHandler, IParameterExceptionHandler {

  private final Cli cli;

  Problems(Cli cli) {
    this.cli = cli;
  }

  @Override
  public int handleParseException(ParameterException problem, String[] arguments) {
    CommandLine command = problem.getCommandLine();
    tell(problem.getMessage());
    UnmatchedArgumentException.printSuggestions(problem, cli.err());
    tell("see: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(
      Exception problem, CommandLine command, ParseResult arguments) {
    LoggerFactory.getLogger(Problems.class).debug("the command failed", problem);
    return switch (problem) {
      case Failure e -> told(e.getMessage(), e.exitCode());
      case SettingsException e -> told(e.getMessage(), ExitCode.FAILED);
      case FolderInUse e ->
          told(
              e.getMessage()
                  + "\nanother mount of the volume needs a configuration of its own,"
                  + " with another cache directory",
              ExitCode.FAILED);
      case VolumeException e -> told(e.getMessage(), ExitCode.FAILED);
      case MountException e -> told(e.getMessage(), ExitCode.FAILED);
      case CoordinationException e -> told(e.getMessage() + because(e), exitCode(e.retryable()));
      case StorageException e -> told(e.getMessage(), exitCode(e.retryable()));
      case IOException e -> told(words(e), ExitCode.FAILED);
      case InterruptedException _ -> told("interrupted", ExitCode.FAILED);
      default ->
          told(
              "an error in scfs itself: "
                  + problem
                  + "\nSCFS_LOG=DEBUG shows more; please report it",
              ExitCode.INTERNAL);
    };
  }

  private static int exitCode(boolean retryable) {
    return retryable ? ExitCode.UNAVAILABLE : ExitCode.FAILED;
  }

  private static String because(CoordinationException problem) {
    Throwable cause = problem.getCause();
    return cause instanceof IOException e ? ": " + words(e) : "";
  }

  /** The messages of file errors are often nothing but the path. */
  private static String words(IOException problem) {
    return switch (problem) {
      case NoSuchFileException e -> "there is no " + e.getFile();
      case AccessDeniedException e -> "you may not use " + e.getFile();
      case FileSystemException e -> e.getFile() + ": " + e.getReason();
      default -> String.valueOf(problem.getMessage());
    };
  }

  private int told(@Nullable String message, int exitCode) {
    tell(message);
    return exitCode;
  }

  private void tell(@Nullable String message) {
    String.valueOf(message).lines().forEach(line -> cli.warn(Program.MARK + line));
  }
}
