package org.scfs.agent.metadata;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;

/**
 * What was read or committed lately. Thread-safe.
 *
 * <p>An answer that was long under way never replaces a newer one: ids are never reused, so the
 * versions of their nodes only grow. An entry is <em>valid</em> for the time-to-live since its read
 * began; an invalid one is still worth a try where a compare-and-set will tell.
 */
final class MetadataCache {

  private static final long MAX_OBJECTS = 200_000;
  private static final long MAX_DIRECTORIES = 10_000;

  private record Stamped<T>(T value, long readAt) {}

  private final Time time;
  private final long timeToLive;
  private final Cache<Id128, Stamped<TupleVersion>> tuples;
  private final Cache<Id128, Stamped<Directory>> directories;

  MetadataCache(Duration timeToLive, Time time) {
    this.time = time;
    this.timeToLive = timeToLive.toNanos();
    this.tuples = Caffeine.newBuilder().maximumSize(MAX_OBJECTS).executor(Runnable::run).build();
    this.directories =
        Caffeine.newBuilder().maximumSize(MAX_DIRECTORIES).executor(Runnable::run).build();
  }

  Optional<TupleVersion> tuple(Id128 id) {
    return valid(tuples.getIfPresent(id));
  }

  Optional<TupleVersion> tupleOfAnyAge(Id128 id) {
    return Optional.ofNullable(tuples.getIfPresent(id)).map(Stamped::value);
  }

  Optional<Directory> directory(Id128 id) {
    return valid(directories.getIfPresent(id));
  }

  Optional<Directory> directoryOfAnyAge(Id128 id) {
    return Optional.ofNullable(directories.getIfPresent(id)).map(Stamped::value);
  }

  private <T> Optional<T> valid(@Nullable Stamped<T> stamped) {
    return stamped != null && time.nanos() - stamped.readAt < timeToLive
        ? Optional.of(stamped.value)
        : Optional.empty();
  }

  void put(TupleVersion tuple, long readAt) {
    put(tuples, tuple.id(), new Stamped<>(tuple, readAt), MetadataCache::isOlder);
  }

  void put(Directory directory, long readAt) {
    put(directories, directory.id(), new Stamped<>(directory, readAt), Directory::isOlderThan);
  }

  /** Takes over a newer content whose parts may have been read at different times. */
  void putKeepingAge(Directory directory) {
    directories
        .asMap()
        .computeIfPresent(
            directory.id(),
            (id, old) ->
                directory.isOlderThan(old.value) ? old : new Stamped<>(directory, old.readAt));
  }

  /** Notes that a directory's entries changed at this time. */
  void touchDirectory(Id128 id, Instant modified) {
    tuples
        .asMap()
        .computeIfPresent(
            id,
            (key, old) ->
                new Stamped<>(
                    new TupleVersion(
                        id, old.value.tuple(), old.value.version(), Optional.of(modified)),
                    old.readAt));
  }

  private static boolean isOlder(TupleVersion one, TupleVersion other) {
    return one.version() < other.version();
  }

  private static <T> void put(
      Cache<Id128, Stamped<T>> cache, Id128 id, Stamped<T> read, BiPredicate<T, T> isOlder) {
    cache
        .asMap()
        .merge(id, read, (old, fresh) -> isOlder.test(fresh.value, old.value) ? old : fresh);
  }

  /** Forgets an object that is gone. */
  void remove(Id128 id) {
    tuples.invalidate(id);
    directories.invalidate(id);
  }
}
