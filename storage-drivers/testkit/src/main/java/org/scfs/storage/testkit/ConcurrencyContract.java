package org.scfs.storage.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.scfs.storage.testkit.Samples.WHOLE;
import static org.scfs.storage.testkit.Samples.key;
import static org.scfs.storage.testkit.Samples.putNew;
import static org.scfs.storage.testkit.Samples.read;
import static org.scfs.storage.testkit.Samples.uniform;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/** The part of the contract that is about many threads at once. */
interface ConcurrencyContract extends NewStore {

  @Test
  @Timeout(60)
  default void ofConcurrentCreatesExactlyOneWins() throws Exception {
    try (ObjectStore store = newStore()) {
      assumeThat(store.capabilities().createOnly()).isTrue();
      for (int round = 0; round < 10; round++) {
        String contested = "folder-" + round + "/contested";
        List<Optional<String>> won =
            Together.run(16, thread -> () -> tryCreate(store, contested, "by " + thread));
        List<String> winners = won.stream().flatMap(Optional::stream).toList();
        assertThat(winners).hasSize(1);
        assertThat(read(store, contested)).contains(winners.getFirst());
      }
    }
  }

  @Test
  @Timeout(60)
  default void readersOfAReplacedObjectSeeWholeVersions() throws Exception {
    try (ObjectStore store = newStore()) {
      ObjectKey shared = key("folder/shared");
      store.put(shared, Payload.of(uniform(1)), PutMode.CREATE);
      AtomicInteger writers = new AtomicInteger(2);
      Together.run(6, thread -> () -> replaceOrRead(store, shared, writers, thread));
      assertThat(writers).hasValue(0);
    }
  }

  @Test
  @Timeout(60)
  default void readersOfANewObjectSeeNothingOrAll() throws Exception {
    try (ObjectStore store = newStore()) {
      for (int round = 0; round < 10; round++) {
        ObjectKey fresh = key("folder-" + round + "/fresh");
        AtomicInteger writers = new AtomicInteger(1);
        Together.run(4, thread -> () -> createOrRead(store, fresh, writers, thread));
        assertWhole(store.get(fresh, WHOLE).orElseThrow());
      }
    }
  }

  @Test
  @Timeout(60)
  default void createsAndDeletesOfNeighboursDoNotDisturbEachOther() throws Exception {
    try (ObjectStore store = newStore()) {
      Together.run(
          8,
          thread ->
              () -> {
                for (int i = 0; i < 20; i++) {
                  String name = "deep/folder/" + thread;
                  putNew(store, name, "1");
                  assertThat(read(store, name)).contains("1");
                  store.delete(List.of(key(name)));
                  assertThat(read(store, name)).isEmpty();
                }
                return thread;
              });
      assertThat(Pages.all(store, "")).isEmpty();
    }
  }

  private static Optional<String> tryCreate(ObjectStore store, String key, String content)
      throws StorageException {
    try {
      putNew(store, key, content);
      return Optional.of(content);
    } catch (StorageException.AlreadyExists _) {
      return Optional.empty();
    }
  }

  private static int replaceOrRead(
      ObjectStore store, ObjectKey key, AtomicInteger writers, int thread) throws StorageException {
    if (thread < 2) {
      try {
        for (int i = 0; i < 30; i++) {
          store.put(key, Payload.of(uniform(1 + (thread * 40 + i) % 60)), PutMode.REPLACE);
        }
      } finally {
        writers.decrementAndGet();
      }
    } else {
      do {
        assertWhole(store.get(key, WHOLE).orElseThrow());
        Together.letOthersRun();
      } while (writers.get() > 0);
    }
    return thread;
  }

  private static int createOrRead(
      ObjectStore store, ObjectKey key, AtomicInteger writers, int thread) throws StorageException {
    if (thread == 0) {
      try {
        store.put(key, inTwoPieces(uniform(50)), PutMode.CREATE);
      } finally {
        writers.decrementAndGet();
      }
    } else {
      do {
        store.get(key, WHOLE).ifPresent(ConcurrencyContract::assertWhole);
        Together.letOthersRun();
      } while (writers.get() > 0);
    }
    return thread;
  }

  private static Payload inTwoPieces(byte[] bytes) {
    return Payload.of(
        ByteBuffer.wrap(bytes, 0, 1000), ByteBuffer.wrap(bytes, 1000, bytes.length - 1000));
  }

  private static void assertWhole(byte[] bytes) {
    assertThat(bytes).isNotEmpty();
    byte[] expected = uniform(bytes[0]);
    assertThat(Arrays.equals(bytes, expected)).as("one whole version").isTrue();
  }
}
