package org.scfs.depsky;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.IntFunction;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/**
 * Stores an object that nobody has stored before, with other bytes in each cloud. Its value is the
 * index of the cloud.
 *
 * @param key the object, the same in every cloud
 * @param expectedBytes about its length
 * @param pieces the bytes for a cloud, by its index
 * @param placements where acknowledgements are noted
 */
record PutRequest(
    ObjectKey key, long expectedBytes, IntFunction<ByteBuffer[]> pieces, Placements placements)
    implements Request<Integer> {

  @Override
  public CloudMonitor.Proof proof() {
    return CloudMonitor.Proof.STORED;
  }

  @Override
  public Reply<Integer> send(CloudClient cloud) throws StorageException, BadAnswer {
    Payload payload = Payload.of(pieces.apply(cloud.index()));
    try {
      cloud.store().put(key, payload, PutMode.CREATE);
    } catch (StorageException.AlreadyExists e) {
      // Our own object after a lost answer, or a lie: only the bytes themselves tell.
      verify(cloud, payload, e);
    }
    placements.add(key, cloud.index());
    return new Reply<>(cloud.index(), payload.length());
  }

  private void verify(CloudClient cloud, Payload payload, StorageException.AlreadyExists cause)
      throws StorageException, BadAnswer {
    ByteRange range = ByteRange.first(Math.toIntExact(payload.length() + 1));
    Optional<byte[]> found = cloud.store().get(key, range);
    if (found.isEmpty()) {
      String message = cloud.name() + " says that " + key + " exists, and does not return it";
      throw new StorageException.Unavailable(message, cause);
    }
    if (!equal(found.get(), payload)) {
      throw BadAnswer.corrupt(
          "holds other bytes as " + key + ", a name used here for the first time");
    }
  }

  private static boolean equal(byte[] found, Payload payload) {
    if (found.length != payload.length()) {
      return false;
    }
    int offset = 0;
    for (ByteBuffer piece : payload.pieces()) {
      int length = piece.remaining();
      if (!piece.equals(ByteBuffer.wrap(found, offset, length))) {
        return false;
      }
      offset += length;
    }
    return true;
  }
}
