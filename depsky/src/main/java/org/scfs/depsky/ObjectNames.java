package org.scfs.depsky;

import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/** How DepSky's objects are called in the clouds. */
record ObjectNames(Id128 volume) {

  /** The object of a version: its manifest, and the block if it has one segment. */
  ObjectKey version(Id128 unit, Digest manifestHash) {
    return new ObjectKey(folder(unit) + manifestHash);
  }

  /** The object of a segment of a version of several. */
  ObjectKey segment(Id128 unit, Id128 segment) {
    return new ObjectKey(folder(unit) + "s-" + segment);
  }

  /** A name that no object has, to ask a cloud for. */
  ObjectKey probe() {
    return new ObjectKey(volume + "/probe");
  }

  private String folder(Id128 unit) {
    return volume + "/units/" + unit.toString().substring(0, 2) + "/" + unit + "/";
  }
}
