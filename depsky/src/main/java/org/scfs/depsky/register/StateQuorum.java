package org.scfs.depsky.register;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.scfs.depsky.BadAnswer;
import org.scfs.depsky.CloudQuorum;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.ObjectNames;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.RegisterState;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Id128;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/**
 * Reads and replaces the signed states of data units with Byzantine quorums (DepSky, ACM TOS 2013,
 * algorithms 1 and 2). "No state" is an answer; an error is none. Thread-safe.
 */
final class StateQuorum {

  private final RegisterSettings settings;
  private final CloudQuorum clouds;
  private final Map<Id128, UnitMemory> memories = new ConcurrentHashMap<>();

  StateQuorum(RegisterSettings settings, CloudQuorum clouds) {
    this.settings = settings;
    this.clouds = clouds;
  }

  UnitMemory memory(Id128 unit) {
    return memories.computeIfAbsent(unit, _ -> new UnitMemory(clouds.size()));
  }

  /** The newest state that a quorum of clouds, or this process itself, has seen. */
  Optional<RegisterState> read(Id128 unit) throws DepSkyException {
    UnitMemory memory = memory(unit);
    return newest(
        memory,
        clouds.ask(
            key(unit), settings.quorum(), (cloud, store) -> fetch(unit, memory, cloud, store)));
  }

  /** As {@link #read}, but hears every cloud. */
  Optional<RegisterState> readAll(Id128 unit) throws DepSkyException {
    UnitMemory memory = memory(unit);
    return newest(
        memory, clouds.askAll(key(unit), (cloud, store) -> fetch(unit, memory, cloud, store)));
  }

  private static Optional<RegisterState> newest(
      UnitMemory memory, Collection<CloudQuorum.Answer<Optional<RegisterState>>> answers) {
    List<RegisterState> states = new ArrayList<>();
    answers.forEach(answer -> answer.value().ifPresent(states::add));
    return memory.newest(states);
  }

  private ObjectKey key(Id128 unit) {
    return new ObjectNames(settings.volume()).state(unit);
  }

  private Optional<RegisterState> fetch(Id128 unit, UnitMemory memory, int cloud, ObjectStore store)
      throws StorageException, BadAnswer {
    long acknowledged = memory.acknowledged(cloud);
    Optional<byte[]> object = store.get(key(unit), ByteRange.first(RegisterState.MAX_BYTES + 1));
    if (object.isEmpty()) {
      if (acknowledged > 0) {
        throw BadAnswer.corrupt("lost the state that it had acknowledged: " + key(unit));
      }
      return Optional.empty();
    }
    RegisterState state = decode(unit, object.get());
    if (state.revision() < acknowledged) {
      throw BadAnswer.corrupt(
          "returned revision "
              + state.revision()
              + " after it had acknowledged "
              + acknowledged
              + ": "
              + key(unit));
    }
    return Optional.of(state);
  }

  private RegisterState decode(Id128 unit, byte[] object) throws BadAnswer {
    try {
      return RegisterState.decode(object, settings.place(unit), settings.writers());
    } catch (CodecException e) {
      throw BadAnswer.corrupt(key(unit).toString(), e);
    }
  }

  /** Signs a state and replaces the older ones of a quorum of clouds with it. */
  void write(Id128 unit, RegisterState state, SigningKey signer) throws DepSkyException {
    UnitMemory memory = memory(unit);
    byte[] object = state.encode(signer);
    var _ =
        clouds.ask(
            key(unit),
            settings.quorum(),
            (cloud, store) -> replace(unit, new Change(state, object, memory), cloud, store));
    var _ = memory.newest(List.of(state));
  }

  /** Not a record: nobody compares the bytes. */
  private static final class Change {
    private final RegisterState state;
    private final byte[] object;
    private final UnitMemory memory;

    Change(RegisterState state, byte[] object, UnitMemory memory) {
      this.state = state;
      this.object = object;
      this.memory = memory;
    }
  }

  private Long replace(Id128 unit, Change change, int cloud, ObjectStore store)
      throws StorageException {
    ReentrantLock sending = change.memory.sending(cloud);
    try {
      sending.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException.Interrupted("an older change is still on its way", e);
    }
    try {
      store.put(key(unit), Payload.of(change.object), PutMode.REPLACE);
      change.memory.acknowledge(cloud, change.state.revision());
      return change.state.revision();
    } finally {
      sending.unlock();
    }
  }
}
