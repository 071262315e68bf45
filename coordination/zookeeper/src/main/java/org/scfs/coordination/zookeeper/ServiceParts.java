package org.scfs.coordination.zookeeper;

import org.scfs.coordination.CoordinationException;
import org.scfs.ports.Environment;

/** What the parts of one client share. */
record ServiceParts(
    ClientOptions options, Environment environment, Connection connection, Leftovers leftovers) {

  Layout layout() {
    return options.layout();
  }

  /** The end of a call that begins now. */
  Deadline callDeadline() {
    return Deadline.after(environment.time(), options.callTimeout());
  }

  <T> Pending<T> pending() {
    return new Pending<>(environment.time());
  }

  static CoordinationException.Interrupted interrupted(InterruptedException cause) {
    return new CoordinationException.Interrupted("interrupted while calling ZooKeeper", cause);
  }
}
