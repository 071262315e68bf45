package org.scfs.agent.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** A command that runs in the test's own process, and what came of it. */
record Commands(int code, String output, String errors) {

  /** Runs a command; its agents are found below the runtime folder only given here. */
  static Commands run(Map<String, String> variables, String... arguments) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    Cli cli = new Cli(new PrintWriter(output), new PrintWriter(errors), variables);
    int code = Scfs.run(cli, arguments);
    return new Commands(code, output.toString(), errors.toString());
  }
}
