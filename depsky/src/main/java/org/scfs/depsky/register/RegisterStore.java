package org.scfs.depsky.register;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.scfs.depsky.AnchoredStore;
import org.scfs.depsky.Cloud;
import org.scfs.depsky.CloudHealth;
import org.scfs.depsky.CloudQuorum;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.Digest;
import org.scfs.depsky.ObjectNames;
import org.scfs.depsky.ReplicatedStore;
import org.scfs.depsky.codec.RegisterState;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.storage.ObjectKey;

/**
 * Data units on n &gt;= 3 f + 1 clouds and nothing else (DepSky-A and DepSky-CA, ACM TOS 2013,
 * sections 3.2 to 3.5). Up to f clouds may be faulty in any way: a value that was acknowledged can
 * be read, and nothing is ever returned that no writer stored.
 *
 * <p>Each unit is a regular register with versions: it has one writer at a time, which is for its
 * users to see to, with the {@link #lock} if they have nothing better. Of two changes at the same
 * time one may be lost. A client never sees a unit go back to an older version than it has seen.
 * Thread-safe.
 */
public final class RegisterStore implements AutoCloseable {

  /** The largest value, in bytes. */
  public static final int MAX_VALUE_BYTES = 1 << 30;

  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);

  private final RegisterSettings settings;
  private final CloudQuorum clouds;
  private final SigningKey signer;
  private final Environment environment;
  private final StateQuorum states;
  private final ValueStore values;

  /**
   * Creates the store; nothing is asked of the clouds yet.
   *
   * @param settings the same for all who use these units
   * @param clouds all n of them, always in the same order; closed with this store
   * @param signer this client's key; it can write if the settings name its public half
   * @param environment the ports
   */
  public RegisterStore(
      RegisterSettings settings, List<Cloud> clouds, SigningKey signer, Environment environment) {
    this.settings = settings;
    this.clouds = new CloudQuorum(clouds, settings.cloudTimeout(), environment);
    this.signer = signer;
    this.environment = environment;
    this.states = new StateQuorum(settings, this.clouds);
    this.values =
        switch (settings.protocol()) {
          case REPLICATED ->
              new ReplicatedValues(
                  new ReplicatedStore(settings.values(), this.clouds, environment), names());
          case CONFIDENTIAL ->
              new ConfidentialValues(
                  new AnchoredStore(settings.values(), this.clouds, signer, environment));
        };
  }

  private ObjectNames names() {
    return new ObjectNames(settings.volume());
  }

  /**
   * Stores a new version (algorithm 1): the value first, and only when enough clouds acknowledged
   * all of it, the state that names it.
   *
   * @param value 1 byte to {@value #MAX_VALUE_BYTES}, with DepSky-A to 64 MiB
   * @throws DepSkyException.NotEnoughClouds if too few clouds acknowledged; readers may or may not
   *     see the version then
   * @throws DepSkyException.Interrupted if the calling thread was interrupted; as above
   * @throws IllegalStateException if this client's key is not among the writers', or the unit has
   *     4,096 versions and none was discarded
   */
  public Version write(Id128 unit, byte[] value) throws DepSkyException {
    checkValue(value);
    checkWriter();
    UnitMemory memory = states.memory(unit);
    lock(memory);
    try {
      Optional<RegisterState> current = states.read(unit);
      List<RegisterState.Entry> versions =
          new ArrayList<>(current.map(RegisterState::versions).orElse(List.of()));
      if (versions.size() >= RegisterState.MAX_VERSIONS) {
        throw new IllegalStateException("discard versions of " + unit + ": it has too many");
      }
      long last = versions.isEmpty() ? 0 : versions.getLast().number();
      RegisterState.Entry entry = values.write(unit, memory.nextNumber(last), value);
      versions.add(entry);
      states.write(unit, next(unit, current, versions), signer);
      return version(entry);
    } finally {
      memory.writing().unlock();
    }
  }

  private static void checkValue(byte[] value) {
    if (value.length < 1 || value.length > MAX_VALUE_BYTES) {
      throw new IllegalArgumentException("a value of " + value.length + " bytes");
    }
  }

  private void checkWriter() {
    if (!settings.writers().contains(signer.verifyingKey())) {
      throw new IllegalStateException("this client's key is not among the writers' keys");
    }
  }

  private static void lock(UnitMemory memory) throws DepSkyException.Interrupted {
    try {
      memory.writing().lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DepSkyException.interrupted("interrupted while another change is under way", e);
    }
  }

  private RegisterState next(
      Id128 unit, Optional<RegisterState> current, List<RegisterState.Entry> versions) {
    long revision = current.map(RegisterState::revision).orElse(0L);
    long written = current.map(RegisterState::written).orElse(0L);
    return new RegisterState(
        settings.place(unit),
        states.memory(unit).nextRevision(revision),
        Math.max(written + 1, environment.time().now().toEpochMilli()),
        versions);
  }

  /**
   * Reads the newest version (algorithm 2).
   *
   * @return empty if there is none
   * @throws DepSkyException.NotEnoughClouds if too few clouds gave the right answer
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public Optional<Value> readLatest(Id128 unit) throws DepSkyException {
    Optional<RegisterState.Entry> entry = latest(unit);
    while (entry.isPresent()) {
      try {
        return Optional.of(value(unit, entry.get()));
      } catch (DepSkyException.NotEnoughClouds e) {
        // A writer may have discarded it meanwhile; then there is a newer one.
        Optional<RegisterState.Entry> newer = latest(unit);
        if (newer.equals(entry)) {
          throw e;
        }
        entry = newer;
      }
    }
    return Optional.empty();
  }

  private Optional<RegisterState.Entry> latest(Id128 unit) throws DepSkyException {
    return states
        .read(unit)
        .filter(state -> !state.versions().isEmpty())
        .map(state -> state.versions().getLast());
  }

  private Value value(Id128 unit, RegisterState.Entry entry) throws DepSkyException {
    return new Value(version(entry), values.read(unit, entry));
  }

  private static Version version(RegisterState.Entry entry) {
    return new Version(
        entry.number(), Digest.of(HexFormat.of().parseHex(entry.hash())), entry.size());
  }

  /**
   * Reads the version with this hash, waiting a little for clouds that do not show it yet.
   *
   * @param hash from the {@link Version} that the writer got
   * @return empty if there is none, or it was discarded
   * @throws DepSkyException as {@link #readLatest} does
   */
  public Optional<Value> readMatching(Id128 unit, Digest hash) throws DepSkyException {
    Optional<RegisterState.Entry> entry = matching(states.read(unit), hash);
    Duration backOff = FIRST_BACK_OFF;
    for (int i = 1; entry.isEmpty() && i < ATTEMPTS; i++) {
      pause(backOff);
      backOff = backOff.multipliedBy(2);
      entry = matching(states.readAll(unit), hash);
    }
    return entry.isEmpty() ? Optional.empty() : Optional.of(value(unit, entry.get()));
  }

  private static Optional<RegisterState.Entry> matching(
      Optional<RegisterState> state, Digest hash) {
    return state.stream()
        .flatMap(present -> present.versions().stream())
        .filter(entry -> entry.hash().equals(hash.toString()))
        .findAny();
  }

  private void pause(Duration duration) throws DepSkyException.Interrupted {
    try {
      environment.time().sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DepSkyException.interrupted("interrupted while waiting for the clouds", e);
    }
  }

  /**
   * The versions that can be read, oldest first.
   *
   * @throws DepSkyException as {@link #readLatest} does
   */
  public List<Version> versions(Id128 unit) throws DepSkyException {
    return states.read(unit).stream()
        .flatMap(state -> state.versions().stream())
        .map(RegisterStore::version)
        .toList();
  }

  /**
   * Removes all versions but the newest ones: first from the state, then, from every cloud that can
   * be reached, their objects. What a cloud does not delete stays there, and nobody reads it.
   *
   * @param keep how many stay, at least 1
   * @return the versions that were removed
   * @throws DepSkyException.NotEnoughClouds if too few clouds acknowledged the new state
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public List<Version> discard(Id128 unit, int keep) throws DepSkyException {
    if (keep < 1) {
      throw new IllegalArgumentException("the last version cannot be discarded");
    }
    checkWriter();
    UnitMemory memory = states.memory(unit);
    lock(memory);
    try {
      Optional<RegisterState> current = states.read(unit);
      List<RegisterState.Entry> all = current.map(RegisterState::versions).orElse(List.of());
      List<RegisterState.Entry> old = all.subList(0, Math.max(0, all.size() - keep));
      if (old.isEmpty()) {
        return List.of();
      }
      Set<ObjectKey> objects = objects(unit, old);
      states.write(unit, next(unit, current, all.subList(old.size(), all.size())), signer);
      delete(names().state(unit), objects);
      return old.stream().map(RegisterStore::version).toList();
    } finally {
      memory.writing().unlock();
    }
  }

  private Set<ObjectKey> objects(Id128 unit, List<RegisterState.Entry> versions)
      throws DepSkyException {
    Set<ObjectKey> objects = new LinkedHashSet<>();
    for (RegisterState.Entry version : versions) {
      objects.addAll(values.objects(unit, version));
    }
    return objects;
  }

  private void delete(ObjectKey about, Set<ObjectKey> objects) throws DepSkyException {
    var _ =
        clouds.askAll(
            about,
            (_, store) -> {
              store.delete(objects);
              return true;
            });
  }

  /**
   * Takes the lock of a data unit among its writers, if nobody else holds it (section 3.7).
   *
   * @param terms how long it holds and how long to wait for it
   * @return empty if somebody else held it all the time
   * @throws DepSkyException.NotEnoughClouds if too few clouds answered
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public Optional<WriterLock> lock(Id128 unit, LockTerms terms) throws DepSkyException {
    checkWriter();
    return new LockAttempt(settings, clouds, signer, environment).acquire(unit, terms);
  }

  /** What is known of each cloud from its answers so far, in their order. Asks nobody. */
  public List<CloudHealth> health() {
    return clouds.health();
  }

  /** Closes the clouds' stores. Idempotent; later calls fail. */
  @Override
  public void close() {
    clouds.close();
  }
}
