package org.scfs.agent.volume;

import java.util.List;
import org.scfs.agent.cache.CacheUsage;
import org.scfs.agent.openfile.OpenFiles.Pending;
import org.scfs.coordination.SessionState;
import org.scfs.depsky.CloudHealth;

/**
 * How a mounted volume is.
 *
 * @param volume its name
 * @param session the session with the coordination service
 * @param sessionExplanation why, in words
 * @param clouds one for each cloud, in the volume's order
 * @param cache how full it is
 * @param openFiles number of open handles
 * @param pending changes that are not committed though nobody has the file open
 * @param conflictCopies names of the conflict copies made since the mount began
 */
public record VolumeStatus(
    String volume,
    SessionState session,
    String sessionExplanation,
    List<CloudHealth> clouds,
    CacheUsage cache,
    int openFiles,
    List<Pending> pending,
    List<String> conflictCopies) {

  /** Makes the lists immutable. */
  public VolumeStatus {
    clouds = List.copyOf(clouds);
    pending = List.copyOf(pending);
    conflictCopies = List.copyOf(conflictCopies);
  }
}
