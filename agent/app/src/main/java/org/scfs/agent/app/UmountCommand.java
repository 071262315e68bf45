package org.scfs.agent.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.scfs.agent.app.control.Answer;
import org.scfs.agent.app.control.ControlClient;
import org.scfs.agent.app.control.KernelMount;
import org.scfs.agent.app.control.MountPoints;
import org.scfs.agent.app.control.MountReport;
import org.scfs.agent.app.control.Request;
import org.scfs.agent.app.serve.Fusermount;
import org.scfs.agent.app.setup.ExitCode;
import org.scfs.agent.app.setup.Failure;
import org.scfs.agent.app.setup.ThisHost;
import org.scfs.agent.fuse.JnrFuseTransport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends a mount. */
@Command(
    name = "umount",
    description = {
      "End a mount: wait until its changes are in the clouds and its agent has ended.",
      "",
      "A mount that is in use stays; the message says how to find out who uses it. A mount"
          + " whose agent died is removed. Needs no configuration."
    },
    footer = {"", "Example:", "  scfs umount ~/files"})
final class UmountCommand implements Callable<Integer> {

  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(15);
  private static final int END_LIMIT_SECONDS = 10;

  private final Cli cli;

  @Parameters(index = "0", paramLabel = "DIR", description = "Where the volume is mounted.")
  private Path directory = Path.of("");

  UmountCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws Exception {
    Path place = MountPoints.canonical(directory);
    Optional<Answer> answer = askAgent(place);
    if (answer.isPresent()) {
      finish(place, answer.get());
    } else if (new JnrFuseTransport(cli.environment()).removeStaleMount(place)) {
      cli.print("removed the mount on " + place + "; its agent had died");
    } else if (isMounted(place)) {
      new Fusermount(cli.environment().time()).unmount(place);
      cli.print("unmounted " + place + "; its agent, which cannot be asked, ends by itself");
    } else {
      throw new Failure(place + " is not mounted", null);
    }
    return ExitCode.OK;
  }

  private Optional<Answer> askAgent(Path place) throws IOException {
    Optional<Path> socket = cli.registry().find(place);
    return socket.isPresent()
        ? new ControlClient(cli.environment().time())
            .ask(socket.get(), Request.UNMOUNT, ANSWER_LIMIT)
        : Optional.empty();
  }

  private void finish(Path place, Answer answer) throws Failure, InterruptedException {
    @Nullable MountReport mount = answer.mount();
    if (answer.error() != null || mount == null) {
      throw new Failure(String.valueOf(answer.error()), null);
    }
    awaitEnd(mount.pid());
    cli.print("unmounted " + place);
    List<MountReport.Change> waiting = mount.waitingChanges();
    if (!waiting.isEmpty()) {
      cli.warn(
          "scfs: %d changed files were not in the clouds; what of them still waits is safe in the cache"
                  .formatted(waiting.size())
              + " and goes there with the next mount");
    }
  }

  /** The cache can be used again as soon as the process is gone. */
  private static void awaitEnd(long pid) throws InterruptedException {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isPresent()) {
      try {
        var _ = process.get().onExit().get(END_LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        // It has closed everything; that its process lingers is no failure.
      }
    }
  }

  private static boolean isMounted(Path place) throws IOException {
    return KernelMount.ofUser(ThisHost.userId()).stream()
        .anyMatch(mount -> mount.directory().equals(place));
  }
}
