package org.scfs.agent.app.setup;

import java.nio.file.Path;

/** Another process has the agent's folder. */
public final class FolderInUse extends Exception {

  private final long pid;
  private final String purpose;

  FolderInUse(Path folder, long pid, String purpose) {
    super("process %d uses %s already, for %s".formatted(pid, folder, purpose));
    this.pid = pid;
    this.purpose = purpose;
  }

  /** The other process; 0 if it did not say. */
  public long pid() {
    return pid;
  }

  /** What it uses the folder for: for a mount, its mount point. */
  public String purpose() {
    return purpose;
  }
}
