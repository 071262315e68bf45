package org.scfs.agent.app;

import java.time.Duration;
import java.util.Locale;
import org.scfs.agent.app.serve.Agent;
import org.scfs.agent.app.serve.Program;
import org.scfs.agent.app.setup.ExitCode;

/** An agent in this process, up to its end. */
final class ForegroundMount {

  private final Agent agent;

  ForegroundMount(Agent agent) {
    this.agent = agent;
  }

  /** Announces that it is mounted, and waits until it is unmounted: by a command or a signal. */
  int serve(Runnable announce) throws InterruptedException {
    Thread hook = Thread.ofPlatform().name("signal").unstarted(agent::stop);
    Runtime.getRuntime().addShutdownHook(hook);
    announce.run();
    agent.serve();
    return ExitCode.OK;
  }

  /** How long this process runs, for people. */
  static String age() {
    Duration age = Program.age();
    return String.format(Locale.ROOT, "%.1f s", age.toMillis() / 1000.0);
  }
}
