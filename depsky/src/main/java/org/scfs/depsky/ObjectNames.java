package org.scfs.depsky;

import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/**
 * How DepSky's objects are called in the clouds.
 *
 * @param volume the volume that they belong to
 */
public record ObjectNames(Id128 volume) {

  /** The object of a version: its manifest, and the block if it has one segment. */
  public ObjectKey version(Id128 unit, Digest manifestHash) {
    return new ObjectKey(folder(unit) + manifestHash);
  }

  /** The object of a segment of a version of several. */
  public ObjectKey segment(Id128 unit, Id128 segment) {
    return new ObjectKey(folder(unit) + "s-" + segment);
  }

  /** The object of a stand-alone register's state, the only one that is ever replaced. */
  public ObjectKey state(Id128 unit) {
    return new ObjectKey(folder(unit) + "state");
  }

  /** The object of a ticket for the lock of a stand-alone register. */
  public ObjectKey lock(Id128 unit, String ticket) {
    return new ObjectKey(locks(unit) + ticket);
  }

  /** What the names of all tickets for the lock of a register begin with. */
  public String locks(Id128 unit) {
    return folder(unit) + "lock/";
  }

  /** A name that no object has, to ask a cloud for. */
  ObjectKey probe() {
    return new ObjectKey(volume + "/probe");
  }

  private String folder(Id128 unit) {
    return volume + "/units/" + unit.toString().substring(0, 2) + "/" + unit + "/";
  }
}
