package org.scfs.agent.metadata;

import java.time.Instant;
import java.util.Optional;
import org.scfs.agent.vfs.Attributes;
import org.scfs.coordination.tuple.ObjectType;
import org.scfs.coordination.tuple.Tuple;
import org.scfs.ports.Id128;

/**
 * A tuple as it was read or committed.
 *
 * @param id the object
 * @param tuple its metadata
 * @param version of the tuple's node, to compare and set
 * @param listed of a directory: when its entries last changed
 */
public record TupleVersion(Id128 id, Tuple tuple, int version, Optional<Instant> listed) {

  /** What {@code stat} shows. */
  public Attributes attributes() {
    Instant modified = listed.orElseGet(() -> Times.toInstant(tuple.getModified()));
    Instant changed = Times.toInstant(tuple.getChanged());
    return new Attributes(
        id,
        ObjectTypes.toFileType(tuple.getType()),
        tuple.getMode(),
        new Attributes.Owner(tuple.getUid(), tuple.getGid()),
        tuple.getLinks(),
        tuple.getType() == ObjectType.SYMLINK ? tuple.getSymlinkTarget().size() : tuple.getSize(),
        new Attributes.Times(
            Times.toInstant(tuple.getAccessed()),
            modified,
            listed.filter(changed::isBefore).orElse(changed)),
        tuple.getDevice());
  }

  boolean isDirectory() {
    return tuple.getType() == ObjectType.DIRECTORY;
  }
}
