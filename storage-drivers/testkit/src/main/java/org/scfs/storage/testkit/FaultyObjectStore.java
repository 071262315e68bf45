package org.scfs.storage.testkit;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.scfs.ports.Time;
import org.scfs.storage.ByteRange;
import org.scfs.storage.Capabilities;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/**
 * A store with faults that a test switches on and off, and with counters of the calls that reached
 * it, failed ones included. Without faults it behaves as the store below. Thread-safe; a call that
 * runs while a fault starts or ends may or may not see it.
 *
 * <p>Several faults work together: delays and refusals first, then the older state, then the
 * corruption of what that gives.
 */
public final class FaultyObjectStore implements ObjectStore {

  private record Active(Set<Operation> operations, Past past) {}

  private final ObjectStore delegate;
  private final Time time;
  private final Past firstWritten = new Past();
  private final ReentrantLock changing = new ReentrantLock();
  private volatile Map<Fault, Active> faults = Map.of();
  private final Map<Operation, AtomicLong> calls = new EnumMap<>(Operation.class);

  /** Creates a store without faults; delays wait on the given clock. */
  public FaultyObjectStore(ObjectStore delegate, Time time) {
    this.delegate = delegate;
    this.time = time;
    for (Operation operation : Operation.values()) {
      calls.put(operation, new AtomicLong());
    }
  }

  /**
   * Switches a fault on; if it is on already, it starts anew.
   *
   * @param only the operations that it concerns; none for all
   */
  public void start(Fault fault, Operation... only) {
    Set<Operation> operations = EnumSet.allOf(Operation.class);
    if (only.length > 0) {
      operations.retainAll(Arrays.asList(only));
    }
    Active active = new Active(operations, new Past());
    change(changed -> changed.put(fault, active));
  }

  /** Switches a fault off, if it is on. */
  public void stop(Fault fault) {
    change(changed -> changed.remove(fault));
  }

  /** Switches all faults off. */
  public void heal() {
    change(Map::clear);
  }

  /** How many calls of an operation there were. */
  public long calls(Operation operation) {
    return Optional.ofNullable(calls.get(operation)).orElseThrow().get();
  }

  @Override
  public Capabilities capabilities() {
    return delegate.capabilities();
  }

  @Override
  public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
    begin(Operation.PUT);
    if (active(new Fault.Forgetful(), Operation.PUT).isPresent()) {
      return;
    }
    rememberBeforeChange(key);
    if (mode == PutMode.REPLACE) {
      firstWritten.rememberPresent(delegate, key);
    }
    if (active(new Fault.HalfWritten(), Operation.PUT).isPresent()) {
      byte[] whole = payload.toByteArray();
      delegate.put(key, Payload.of(Arrays.copyOf(whole, whole.length / 2)), mode);
      throw new StorageException.Unavailable("fault: half of object " + key + " written", null);
    }
    boolean twice = active(new Fault.CreateTwice(), Operation.PUT).isPresent();
    delegate.put(key, payload, twice ? PutMode.REPLACE : mode);
    if (active(new Fault.LostAnswer(), Operation.PUT).isPresent()) {
      throw new StorageException.Unavailable("fault: answer for " + key + " lost", null);
    }
  }

  @Override
  public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
    begin(Operation.GET);
    Optional<Past> past = shownPast(key, Operation.GET);
    Optional<byte[]> bytes =
        past.isPresent()
            ? past.get().version(key).map(version -> version.read(range))
            : delegate.get(key, range);
    return bytes.map(right -> corrupt(key, right));
  }

  @Override
  public Optional<ObjectInfo> head(ObjectKey key) throws StorageException {
    begin(Operation.HEAD);
    Optional<Past> past = shownPast(key, Operation.HEAD);
    return past.isPresent() ? past.get().version(key).map(Past.Version::info) : delegate.head(key);
  }

  @Override
  public void delete(Collection<ObjectKey> keys) throws StorageException {
    begin(Operation.DELETE);
    if (active(new Fault.Forgetful(), Operation.DELETE).isPresent()) {
      return;
    }
    for (ObjectKey key : keys) {
      rememberBeforeChange(key);
    }
    delegate.delete(keys);
  }

  @Override
  public ListPage list(ListRequest request) throws StorageException {
    begin(Operation.LIST);
    Optional<Past> past =
        active(new Fault.Frozen(), Operation.LIST)
            .or(() -> active(new Fault.LaggingList(), Operation.LIST));
    if (past.isPresent()) {
      return Pages.cut(past.get().applyTo(Pages.all(delegate, request.prefix())), request);
    }
    return delegate.list(request);
  }

  @Override
  public void close() {
    delegate.close();
  }

  private void change(Consumer<Map<Fault, Active>> change) {
    changing.lock();
    try {
      Map<Fault, Active> changed = new LinkedHashMap<>(faults);
      change.accept(changed);
      faults = Collections.unmodifiableMap(changed);
    } finally {
      changing.unlock();
    }
  }

  private Optional<Past> active(Fault fault, Operation operation) {
    return Optional.ofNullable(faults.get(fault))
        .filter(active -> active.operations().contains(operation))
        .map(Active::past);
  }

  private <F extends Fault> List<F> active(Class<F> kind, Operation operation) {
    return faults.entrySet().stream()
        .filter(entry -> entry.getValue().operations().contains(operation))
        .map(Map.Entry::getKey)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private void begin(Operation operation) throws StorageException {
    Optional.ofNullable(calls.get(operation)).orElseThrow().incrementAndGet();
    for (Fault.Refusal refusal : active(Fault.Refusal.class, operation)) {
      refuse(refusal, operation);
    }
  }

  private void refuse(Fault.Refusal refusal, Operation operation) throws StorageException {
    String message = "fault: " + refusal + " at " + operation;
    try {
      switch (refusal) {
        case Fault.Down() -> throw new StorageException.Unavailable(message, null);
        case Fault.Denied() -> throw new StorageException.Denied(message, null);
        case Fault.Hanging() -> new CountDownLatch(1).await();
        case Fault.Slow(var delay) -> time.sleep(delay);
        case Fault.Throttling(var retryAfter) ->
            throw new StorageException.Throttled(message, Optional.of(retryAfter), null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException.Interrupted(message, e);
    }
  }

  private void rememberBeforeChange(ObjectKey key) throws StorageException {
    for (Map.Entry<Fault, Active> entry : faults.entrySet()) {
      if (entry.getKey() instanceof Fault.Frozen || entry.getKey() instanceof Fault.LaggingList) {
        entry.getValue().past().remember(delegate, key);
      }
    }
  }

  /** The past that answers for the object in place of the store below, if one does. */
  private Optional<Past> shownPast(ObjectKey key, Operation operation) {
    Optional<Past> frozen = active(new Fault.Frozen(), operation);
    if (frozen.isPresent()) {
      return frozen.filter(past -> past.holds(key));
    }
    return active(new Fault.FirstWritten(), operation)
        .map(_ -> firstWritten)
        .filter(past -> past.holds(key));
  }

  private byte[] corrupt(ObjectKey key, byte[] right) {
    byte[] bytes = right.clone();
    for (Fault.Corruption corruption : active(Fault.Corruption.class, Operation.GET)) {
      bytes = corrupt(corruption, key, bytes);
    }
    return bytes;
  }

  private static byte[] corrupt(Fault.Corruption corruption, ObjectKey key, byte[] bytes) {
    switch (corruption) {
      case Fault.FlippedBit() -> {
        if (bytes.length > 0) {
          bytes[bytes.length / 2] ^= 1;
        }
      }
      // Seeded by the key, so that a failing test fails again.
      case Fault.RandomBytes() -> new Random(key.value().hashCode()).nextBytes(bytes);
      case Fault.Truncated() -> {
        return Arrays.copyOf(bytes, bytes.length / 2);
      }
    }
    return bytes;
  }
}
