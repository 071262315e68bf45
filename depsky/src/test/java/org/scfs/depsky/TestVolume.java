package org.scfs.depsky;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.depsky.register.Protocol;
import org.scfs.depsky.register.RegisterSettings;
import org.scfs.depsky.register.RegisterStore;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.ports.system.SystemEnvironment;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;
import org.scfs.storage.testkit.FaultyObjectStore;
import org.scfs.storage.testkit.MemoryObjectStore;
import org.scfs.storage.testkit.Operation;

/**
 * A volume on clouds in memory that can be made faulty. Tests that count requests run in real time,
 * in which a cloud in memory is never slow; those that wait for slow ones, ten times as fast.
 */
public final class TestVolume implements AutoCloseable {

  public static final Duration TIMEOUT = Duration.ofSeconds(6);
  public static final Id128 VOLUME = new Id128(0x1111, 0x2222);
  public static final Id128 UNIT = new Id128(0x3333, 0x4444);
  public static final int SEGMENT = 100_000;

  private static final Environment REAL = SystemEnvironment.create();
  private static final int FAST = 10;

  public final Environment environment;
  public final List<MemoryObjectStore> below = new ArrayList<>();
  public final List<FaultyObjectStore> clouds = new ArrayList<>();
  public final QuorumParameters parameters;
  private final int segmentBytes;
  private final SigningKey signer;

  private TestVolume(QuorumParameters parameters, int segmentBytes, int speed) {
    this(
        parameters,
        segmentBytes,
        new Environment(
            new FastTime(REAL.time(), speed), REAL.randomness(), REAL.ids(), REAL.tasks()));
  }

  private TestVolume(QuorumParameters parameters, int segmentBytes, Environment environment) {
    this.environment = environment;
    this.parameters = parameters;
    this.segmentBytes = segmentBytes;
    this.signer = SigningKey.generate(environment.randomness());
    for (int i = 0; i < parameters.n(); i++) {
      below.add(new MemoryObjectStore(environment.time()));
      clouds.add(new FaultyObjectStore(below.getLast(), environment.time()));
    }
  }

  public TestVolume(QuorumParameters parameters) {
    this(parameters, SEGMENT, 1);
  }

  public TestVolume() {
    this(QuorumParameters.forFaults(4, 1));
  }

  public static TestVolume fast() {
    return new TestVolume(QuorumParameters.forFaults(4, 1), SEGMENT, FAST);
  }

  /** A volume in an environment of the test's. */
  public static TestVolume in(Environment environment, QuorumParameters parameters) {
    return new TestVolume(parameters, SEGMENT, environment);
  }

  /** The key of the one who writes. */
  public SigningKey signer() {
    return signer;
  }

  /** A store of registers that has seen nothing yet. */
  public RegisterStore registers(Protocol protocol) {
    return registers(protocol, new ArrayList<>(clouds));
  }

  public RegisterStore registers(Protocol protocol, List<ObjectStore> stores) {
    return registers(protocol, stores, signer);
  }

  public RegisterStore registers(Protocol protocol, List<ObjectStore> stores, SigningKey client) {
    return new RegisterStore(
        new RegisterSettings(VOLUME, parameters, protocol, Set.of(signer.verifyingKey()), TIMEOUT),
        named(stores),
        client,
        environment);
  }

  private static List<Cloud> named(List<ObjectStore> stores) {
    List<Cloud> named = new ArrayList<>();
    for (ObjectStore store : stores) {
      named.add(new Cloud(name(named.size()), store));
    }
    return named;
  }

  /** A store that has seen nothing yet, as that of a new agent. */
  public AnchoredStore store() {
    return store(new ArrayList<>(clouds));
  }

  public AnchoredStore store(List<ObjectStore> stores) {
    return new AnchoredStore(
        new AnchoredStoreSettings(VOLUME, parameters, segmentBytes, TIMEOUT),
        named(stores),
        signer,
        environment);
  }

  public static String name(int cloud) {
    return "cloud-" + (char) ('a' + cloud);
  }

  public static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  public static Content content(byte[] bytes) {
    return new Content() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public void read(long offset, java.nio.ByteBuffer into) {
        into.put(bytes, (int) offset, into.remaining());
      }
    };
  }

  static byte[] read(StoredVersion version) throws DepSkyException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (int i = 0; i < version.segmentCount(); i++) {
      version.readSegment(
          i,
          (offset, plaintext) -> {
            if (offset != content.size()) {
              throw new java.io.IOException("not in order: " + offset);
            }
            byte[] bytes = new byte[plaintext.remaining()];
            plaintext.get(bytes);
            content.writeBytes(bytes);
          });
    }
    return content.toByteArray();
  }

  static byte[] read(AnchoredStore store, VersionRef ref) throws DepSkyException {
    return read(store.open(UNIT, ref));
  }

  static BitSet bits(int... indexes) {
    BitSet bits = new BitSet();
    for (int index : indexes) {
      bits.set(index);
    }
    return bits;
  }

  long calls(Operation operation) {
    return clouds.stream().mapToLong(cloud -> cloud.calls(operation)).sum();
  }

  public List<ObjectKey> keys(int cloud) throws StorageException {
    return below.get(cloud).list(new ListRequest("", Optional.empty(), 1000)).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }

  public byte[] object(int cloud, ObjectKey key) throws StorageException {
    return below.get(cloud).get(key, ByteRange.first(1 << 27)).orElseThrow();
  }

  long storedBytes() throws StorageException {
    long sum = 0;
    for (MemoryObjectStore store : below) {
      for (ObjectInfo info : store.list(new ListRequest("", Optional.empty(), 1000)).objects()) {
        sum += info.size();
      }
    }
    return sum;
  }

  static CloudHealth health(AnchoredStore store, int cloud) {
    return store.health().get(cloud);
  }

  @Override
  public void close() {
    clouds.forEach(FaultyObjectStore::close);
  }
}
