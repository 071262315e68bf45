package org.scfs.agent.metadata;

import org.scfs.agent.vfs.VfsException;
import org.scfs.coordination.CoordinationException;
import org.scfs.ports.Id128;

/** The metadata that one attempt at a transaction is built on. */
interface View {

  /** A directory's entries; ENOENT if it is gone, ENOTDIR if it is something else. */
  Directory directory(Id128 id) throws VfsException, CoordinationException;

  /** An object's tuple; ENOENT if it is gone. */
  TupleVersion tuple(Id128 id) throws VfsException, CoordinationException;
}
