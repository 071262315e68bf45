package org.scfs.coordination.zookeeper;

import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;

/** The ports that the providers use, made once: they come with a timer's thread. */
final class SystemPorts {

  static final Environment ENVIRONMENT = SystemEnvironment.create();

  private SystemPorts() {}
}
