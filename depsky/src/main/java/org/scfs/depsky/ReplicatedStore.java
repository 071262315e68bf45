package org.scfs.depsky;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.ReplicatedObject;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.StorageException;

/**
 * Whole values on n clouds, in plaintext, anchored elsewhere (DepSky-A, ACM TOS 2013, section 3.3):
 * as {@link AnchoredStore}, without its secrecy. Any one correct cloud that has the value gives it
 * back. Thread-safe.
 */
public final class ReplicatedStore {

  /** The largest value, in bytes. */
  public static final int MAX_BYTES = Manifest.MAX_SEGMENT_BYTES;

  private final AnchoredStoreSettings settings;
  private final CloudQuorum quorum;
  private final Environment environment;

  /** Creates the store; nothing is asked of the clouds yet. */
  public ReplicatedStore(
      AnchoredStoreSettings settings, CloudQuorum quorum, Environment environment) {
    this.settings = settings;
    this.quorum = quorum;
    this.environment = environment;
  }

  /**
   * Stores a value; when it returns, n - f clouds acknowledged it.
   *
   * @return what {@link #read} finds it by
   * @throws DepSkyException.NotEnoughClouds if too few clouds acknowledged
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public Digest write(Id128 unit, byte[] value) throws DepSkyException {
    if (value.length < 1 || value.length > MAX_BYTES) {
      throw new IllegalArgumentException("a value of " + value.length + " bytes");
    }
    ByteBuffer[] object = ReplicatedObject.encode(environment.ids().next(), value);
    Digest hash = Digest.of(ReplicatedObject.hash(object));
    Clouds clouds = quorum.clouds();
    PutRequest request =
        new PutRequest(key(unit, hash), value.length, _ -> object, clouds.placements());
    int needed = settings.parameters().n() - settings.parameters().f();
    var _ = call(request, needed);
    return hash;
  }

  /**
   * Fetches a value and verifies it.
   *
   * @param size its length in bytes, which bounds what is fetched
   * @throws DepSkyException.NotEnoughClouds if no cloud returned it
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public byte[] read(Id128 unit, Digest hash, int size) throws DepSkyException {
    return call(new ValueRequest(key(unit, hash), hash, size), 1).getFirst();
  }

  /** The name of a value. */
  private ObjectKey key(Id128 unit, Digest hash) {
    return new ObjectNames(settings.volume()).version(unit, hash);
  }

  private <T> java.util.List<T> call(Request<T> request, int needed) throws DepSkyException {
    var plan = new QuorumCall.Plan(needed, StoreContext.ATTEMPTS, settings.cloudTimeout(), false);
    return new QuorumCall<>(quorum.clouds(), request, plan).run();
  }

  private record ValueRequest(ObjectKey key, Digest hash, int size) implements Request<byte[]> {

    @Override
    public long expectedBytes() {
      return size;
    }

    @Override
    public CloudMonitor.Proof proof() {
      return CloudMonitor.Proof.VERIFIED;
    }

    @Override
    public Reply<byte[]> send(CloudClient cloud) throws StorageException, BadAnswer {
      ByteRange range = ByteRange.first(ReplicatedObject.HEADER_BYTES + size + 1);
      Optional<byte[]> object = cloud.store().get(key, range);
      if (object.isEmpty()) {
        throw BadAnswer.absent(key.toString());
      }
      try {
        return new Reply<>(
            ReplicatedObject.decode(object.get(), hash.toBytes()), object.get().length);
      } catch (CodecException e) {
        throw BadAnswer.corrupt(key.toString(), e);
      }
    }
  }
}
