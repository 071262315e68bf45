package org.scfs.depsky.register;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Set;
import org.scfs.depsky.AnchoredStore;
import org.scfs.depsky.Content;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.Digest;
import org.scfs.depsky.StoredVersion;
import org.scfs.depsky.VersionRef;
import org.scfs.depsky.codec.RegisterState;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/** DepSky-CA: the anchored store, with the register's signed state as its anchor. */
record ConfidentialValues(AnchoredStore store) implements ValueStore {

  @Override
  public RegisterState.Entry write(Id128 unit, long number, byte[] value) throws DepSkyException {
    VersionRef ref = store.write(unit, content(value));
    return new RegisterState.Entry(
        number, ref.manifestHash().toString(), value.length, ref.manifestLength());
  }

  private static Content content(byte[] value) {
    return new Content() {
      @Override
      public long size() {
        return value.length;
      }

      @Override
      public void read(long offset, ByteBuffer into) {
        into.put(value, (int) offset, into.remaining());
      }
    };
  }

  @Override
  public byte[] read(Id128 unit, RegisterState.Entry entry) throws DepSkyException {
    StoredVersion version = store.open(unit, ref(unit, entry));
    if (version.size() != entry.size() || entry.size() > RegisterStore.MAX_VALUE_BYTES) {
      throw DepSkyException.damaged(
          "version " + entry.number() + " of " + unit + " has a wrong size: " + version.size());
    }
    ByteBuffer value = ByteBuffer.allocate((int) entry.size());
    for (int i = 0; i < version.segmentCount(); i++) {
      version.readSegment(i, (_, plaintext) -> value.put(plaintext));
    }
    return value.array();
  }

  @Override
  public Set<ObjectKey> objects(Id128 unit, RegisterState.Entry entry) throws DepSkyException {
    return store.objects(unit, ref(unit, entry));
  }

  private static VersionRef ref(Id128 unit, RegisterState.Entry entry)
      throws DepSkyException.Damaged {
    if (entry.manifestLength() < 1) {
      throw DepSkyException.damaged(
          "version " + entry.number() + " of " + unit + " has no manifest");
    }
    Digest hash = Digest.of(HexFormat.of().parseHex(entry.hash()));
    return new VersionRef(hash, entry.manifestLength());
  }
}
