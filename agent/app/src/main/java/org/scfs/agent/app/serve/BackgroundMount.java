package org.scfs.agent.app.serve;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.app.setup.OwnerOnly;

/**
 * Starts an agent that outlives this process and its terminal: in a session of its own, its output
 * going to a log file. Its standard output tells {@value #MOUNTED}, and ends then.
 */
public final class BackgroundMount {

  /** What the agent prints once it has mounted. */
  public static final String MOUNTED = "mounted";

  private static final long MOST_LOG_BYTES = 4L << 20;
  private static final int LINES_SHOWN = 5;

  private final Path log;

  /** An agent that logs to this file. */
  public BackgroundMount(Path log) {
    this.log = log;
  }

  /**
   * Starts the program again with these arguments and waits until it has mounted.
   *
   * @return its process
   * @throws Failure if it fails: with its reason and its exit code
   */
  public long start(List<String> arguments) throws Failure, IOException, InterruptedException {
    OwnerOnly.makeFolder(log.resolveSibling(""));
    long before = prepareLog();
    List<String> command = new ArrayList<>(List.of("setsid"));
    command.addAll(Program.again());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      @Nullable String line = output.readLine();
      if (MOUNTED.equals(line)) {
        return process.pid();
      }
    }
    int code = process.waitFor();
    throw new Failure(code == 0 ? 1 : code, reason(before), null);
  }

  /** Returns how long the log is; a long one is put aside. */
  private long prepareLog() throws IOException {
    if (Files.notExists(log)) {
      OwnerOnly.writeNew(log, new byte[0]);
    }
    long size = Files.size(log);
    if (size <= MOST_LOG_BYTES) {
      return size;
    }
    Files.move(
        log, log.resolveSibling(log.getFileName() + ".old"), StandardCopyOption.REPLACE_EXISTING);
    OwnerOnly.writeNew(log, new byte[0]);
    return 0;
  }

  /** What the agent said about its failure, without the marks that this program adds again. */
  private String reason(long before) throws IOException {
    byte[] all = Files.readAllBytes(log);
    int from = (int) Math.min(before, all.length);
    List<String> lines =
        new String(all, from, all.length - from, StandardCharsets.UTF_8).lines().toList();
    List<String> ours =
        lines.stream()
            .filter(line -> line.startsWith(Program.MARK))
            .map(line -> line.substring(Program.MARK.length()))
            .toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
    String words = String.join("\n", ours.isEmpty() ? last : ours);
    return (words.isEmpty() ? "the agent ended without a word" : words) + "\nits log: " + log;
  }
}
