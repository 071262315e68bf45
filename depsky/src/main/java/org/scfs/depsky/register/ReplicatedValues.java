package org.scfs.depsky.register;

import java.util.HexFormat;
import java.util.Set;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.Digest;
import org.scfs.depsky.ObjectNames;
import org.scfs.depsky.ReplicatedStore;
import org.scfs.depsky.codec.RegisterState;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/** DepSky-A. */
record ReplicatedValues(ReplicatedStore store, ObjectNames names) implements ValueStore {

  @Override
  public RegisterState.Entry write(Id128 unit, long number, byte[] value) throws DepSkyException {
    Digest hash = store.write(unit, value);
    return new RegisterState.Entry(number, hash.toString(), value.length, 0);
  }

  @Override
  public byte[] read(Id128 unit, RegisterState.Entry entry) throws DepSkyException {
    if (entry.size() > ReplicatedStore.MAX_BYTES) {
      throw DepSkyException.damaged("version " + entry.number() + " of " + unit + " is too large");
    }
    return store.read(unit, hash(entry), (int) entry.size());
  }

  @Override
  public Set<ObjectKey> objects(Id128 unit, RegisterState.Entry entry) {
    return Set.of(names.version(unit, hash(entry)));
  }

  private static Digest hash(RegisterState.Entry entry) {
    return Digest.of(HexFormat.of().parseHex(entry.hash()));
  }
}
