package org.scfs.agent.app.control;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.scfs.ports.Environment;

/** All mounts of one user: what their agents say, and what the kernel knows of the others. */
public final class Mounts {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(8);

  private final Registry registry;
  private final Environment environment;

  /** The mounts whose agents are in this registry. */
  public Mounts(Registry registry, Environment environment) {
    this.registry = registry;
    this.environment = environment;
  }

  /** Asks all agents at once, and then the kernel, given the user's mounts in its table. */
  public List<MountReport> all(List<KernelMount> table) throws IOException, InterruptedException {
    ConcurrentLinkedQueue<MountReport> answers = new ConcurrentLinkedQueue<>();
    List<Path> sockets = registry.sockets();
    CountDownLatch waiting = new CountDownLatch(sockets.size());
    for (Path socket : sockets) {
      var _ =
          environment
              .tasks()
              .start(
                  "ask-agent",
                  () -> {
                    try {
                      ask(socket).ifPresent(answers::add);
                    } finally {
                      waiting.countDown();
                    }
                  });
    }
    waiting.await();
    List<MountReport> reports = new ArrayList<>(answers);
    addUnanswered(table, reports);
    reports.sort((a, b) -> a.mountPoint().compareTo(b.mountPoint()));
    return reports;
  }

  private Optional<MountReport> ask(Path socket) {
    try {
      return new ControlClient(environment.time())
          .ask(socket, Request.STATUS, ANSWER_LIMIT)
          .map(Answer::mount);
    } catch (IOException e) {
      return Optional.empty(); // the kernel's table tells of its mount
    }
  }

  private static void addUnanswered(List<KernelMount> table, List<MountReport> reports) {
    Set<String> known = new HashSet<>();
    reports.forEach(report -> known.add(report.mountPoint()));
    for (KernelMount mount : table) {
      if (known.add(mount.directory().toString())) {
        MountReport.Agent agent =
            mount.isServed() ? MountReport.Agent.SILENT : MountReport.Agent.DEAD;
        reports.add(MountReport.without(agent, mount));
      }
    }
  }
}
