package org.scfs.depsky.wrong;

import org.scfs.agent.vfs.Vfs;
import org.scfs.storage.ObjectStore;

/** A quorum protocol may know what stores are, and not what a file system is. */
public interface KnowsTheAgent {

  /** Knows a module below, and one above. */
  Vfs[] wrong(ObjectStore allowed);
}
