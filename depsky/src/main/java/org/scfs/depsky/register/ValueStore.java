package org.scfs.depsky.register;

import java.util.Set;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.codec.RegisterState;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/** How a {@link Protocol} keeps values, which are never replaced. Thread-safe. */
interface ValueStore {

  /** Stores a value durably and says how to find it. */
  RegisterState.Entry write(Id128 unit, long number, byte[] value) throws DepSkyException;

  /** Fetches a value and verifies it. */
  byte[] read(Id128 unit, RegisterState.Entry entry) throws DepSkyException;

  /** The names of the objects that hold a value. */
  Set<ObjectKey> objects(Id128 unit, RegisterState.Entry entry) throws DepSkyException;
}
