package org.scfs.depsky.register;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.scfs.depsky.BadAnswer;
import org.scfs.depsky.CloudQuorum;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.ObjectNames;
import org.scfs.depsky.codec.LockTicket;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/**
 * The low-contention lock (DepSky, ACM TOS 2013, section 3.7): list the tickets; if nobody else's
 * is there, put one of one's own and list again; if now somebody else's is there, take one's own
 * back and try again after a random time. Each step needs a quorum, so of two writers at least one
 * sees the other's ticket through a correct cloud. Of writers that go on colliding none gets the
 * lock.
 */
final class LockAttempt {

  private static final int PAGE = 1000;
  private static final int MOST_PAGES = 5;
  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);
  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(5);
  private static final byte[] FORMAT = {1};

  private final RegisterSettings settings;
  private final CloudQuorum clouds;
  private final SigningKey signer;
  private final Environment environment;

  LockAttempt(
      RegisterSettings settings, CloudQuorum clouds, SigningKey signer, Environment environment) {
    this.settings = settings;
    this.clouds = clouds;
    this.signer = signer;
    this.environment = environment;
  }

  /** A ticket and the name of its object. */
  private record Found(ObjectKey key, LockTicket ticket) {}

  Optional<WriterLock> acquire(Id128 unit, LockTerms terms) throws DepSkyException {
    Id128 owner = environment.ids().next();
    long begin = environment.time().nanos();
    Duration backOff = FIRST_BACK_OFF;
    while (true) {
      Optional<HeldLock> lock = tryOnce(unit, owner, terms);
      if (lock.isPresent()) {
        return Optional.of(lock.get());
      }
      Duration pause = random(backOff);
      long waited = environment.time().nanos() - begin;
      if (pause.plusNanos(waited).compareTo(terms.patience()) >= 0) {
        return Optional.empty();
      }
      sleep(pause);
      Duration doubled = backOff.multipliedBy(2);
      backOff = doubled.compareTo(LONGEST_BACK_OFF) < 0 ? doubled : LONGEST_BACK_OFF;
    }
  }

  private Optional<HeldLock> tryOnce(Id128 unit, Id128 owner, LockTerms terms)
      throws DepSkyException {
    if (isTaken(unit, owner, terms)) {
      return Optional.empty();
    }
    HeldLock lock = new HeldLock(this, unit, owner, terms);
    boolean alone = false;
    try {
      lock.put();
      alone = !isTaken(unit, owner, terms) && lock.isHeld();
    } finally {
      if (!alone) {
        lock.close();
      }
    }
    return alone ? Optional.of(lock) : Optional.empty();
  }

  /** Whether somebody else holds the lock. What ended long ago is cleared away. */
  private boolean isTaken(Id128 unit, Id128 owner, LockTerms terms) throws DepSkyException {
    ObjectKey about = new ObjectNames(settings.volume()).state(unit);
    List<CloudQuorum.Answer<List<Found>>> answers =
        clouds.ask(about, settings.quorum(), (_, store) -> tickets(unit, store));
    long ended = nowMillis() - terms.clockSkew().toMillis();
    Set<ObjectKey> old = new HashSet<>();
    boolean taken = false;
    for (var answer : answers) {
      for (Found found : answer.value()) {
        if (found.ticket().expires() < ended) {
          old.add(found.key());
        } else {
          taken |= !found.ticket().owner().equals(owner);
        }
      }
    }
    if (!old.isEmpty()) {
      remove(unit, old);
    }
    return taken;
  }

  private List<Found> tickets(Id128 unit, ObjectStore store) throws StorageException, BadAnswer {
    String folder = new ObjectNames(settings.volume()).locks(unit);
    List<Found> found = new ArrayList<>();
    Optional<ObjectKey> after = Optional.empty();
    for (int i = 0; i < MOST_PAGES; i++) {
      ListPage page = store.list(new ListRequest(folder, after, PAGE));
      for (ObjectInfo info : page.objects()) {
        genuine(unit, folder, info.key()).ifPresent(found::add);
      }
      if (page.complete() || page.objects().isEmpty()) {
        return found;
      }
      after = Optional.of(page.objects().getLast().key());
    }
    throw BadAnswer.corrupt("lists more tickets than anybody made: " + folder);
  }

  private Optional<Found> genuine(Id128 unit, String folder, ObjectKey key) {
    if (!key.value().startsWith(folder)) {
      return Optional.empty();
    }
    return LockTicket.decode(
            key.value().substring(folder.length()), settings.place(unit), settings.writers())
        .map(ticket -> new Found(key, ticket));
  }

  /** Puts a ticket into a quorum of clouds. */
  void put(Id128 unit, LockTicket ticket) throws DepSkyException {
    ObjectKey key = key(unit, ticket);
    var _ =
        clouds.ask(
            key,
            settings.quorum(),
            (_, store) -> {
              store.put(key, Payload.of(FORMAT), PutMode.REPLACE);
              return true;
            });
  }

  ObjectKey key(Id128 unit, LockTicket ticket) {
    return new ObjectNames(settings.volume())
        .lock(unit, ticket.encode(settings.place(unit), signer));
  }

  /** Deletes tickets wherever that can be done; where it cannot, they end by themselves. */
  void remove(Id128 unit, Set<ObjectKey> tickets) throws DepSkyException {
    ObjectKey about = new ObjectNames(settings.volume()).state(unit);
    Set<ObjectKey> copy = Set.copyOf(tickets);
    var _ =
        clouds.askAll(
            about,
            (_, store) -> {
              store.delete(copy);
              return true;
            });
  }

  long nowMillis() {
    return environment.time().now().toEpochMilli();
  }

  private Duration random(Duration most) {
    int random = ByteBuffer.wrap(environment.randomness().bytes(Integer.BYTES)).getInt();
    return Duration.ofNanos((long) (most.toNanos() * (Integer.toUnsignedLong(random) / 0x1p32)));
  }

  private void sleep(Duration duration) throws DepSkyException.Interrupted {
    try {
      environment.time().sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DepSkyException.interrupted("interrupted while waiting for a lock", e);
    }
  }
}
