package org.scfs.depsky;

import org.scfs.storage.ObjectStore;

/** A cloud as the quorum protocols see it. */
record CloudClient(int index, Cloud cloud, CloudMonitor monitor) {

  String name() {
    return cloud.name();
  }

  ObjectStore store() {
    return cloud.store();
  }
}
