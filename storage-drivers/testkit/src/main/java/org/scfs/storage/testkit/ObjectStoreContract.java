package org.scfs.storage.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.storage.testkit.Samples.WHOLE;
import static org.scfs.storage.testkit.Samples.key;
import static org.scfs.storage.testkit.Samples.putNew;
import static org.scfs.storage.testkit.Samples.read;
import static org.scfs.storage.testkit.Samples.replace;
import static org.scfs.storage.testkit.Samples.text;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/**
 * What every {@link ObjectStore} must do. The test class of a driver implements this interface;
 * where its cloud deviates, it overrides the test with one that asserts the deviation.
 */
public interface ObjectStoreContract extends ListingContract, ConcurrencyContract {

  @Test
  default void missingObjectIsEmpty() throws Exception {
    try (ObjectStore store = newStore()) {
      assertThat(store.get(key("missing"), WHOLE)).isEmpty();
      assertThat(store.head(key("missing"))).isEmpty();
      assertThat(store.get(key("missing/below"), WHOLE)).isEmpty();
      assertThat(store.head(key("missing/below"))).isEmpty();
    }
  }

  @Test
  default void createdObjectIsRead() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "folder/name", "content");
      assertThat(read(store, "folder/name")).contains("content");
    }
  }

  @Test
  default void createRefusesAnExistingObjectAndLeavesIt() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "once", "first");
      assertThatThrownBy(() -> putNew(store, "once", "second"))
          .isInstanceOfSatisfying(
              StorageException.AlreadyExists.class, e -> assertThat(e.retryable()).isFalse())
          .hasMessageContaining("once");
      assertThat(read(store, "once")).contains("first");
    }
  }

  @Test
  default void replaceStoresANewObject() throws Exception {
    try (ObjectStore store = newStore()) {
      replace(store, "new", "content");
      assertThat(read(store, "new")).contains("content");
    }
  }

  @Test
  default void replaceTakesThePlaceOfAnObjectWhole() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "replaced", "a long first content");
      replace(store, "replaced", "short");
      assertThat(read(store, "replaced")).contains("short");
      assertThat(store.head(key("replaced")).orElseThrow().size()).isEqualTo(5);
    }
  }

  @Test
  default void rangeInsideTheObjectIsReadAlone() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "digits", "0123456789");
      assertThat(store.get(key("digits"), new ByteRange(3, 4)))
          .hasValueSatisfying(bytes -> assertThat(bytes).asString().isEqualTo("3456"));
      assertThat(store.get(key("digits"), new ByteRange(0, 10)))
          .hasValueSatisfying(bytes -> assertThat(bytes).asString().isEqualTo("0123456789"));
    }
  }

  @Test
  default void rangeOverTheEndIsCut() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "digits", "0123456789");
      assertThat(store.get(key("digits"), new ByteRange(8, 100)))
          .hasValueSatisfying(bytes -> assertThat(bytes).asString().isEqualTo("89"));
      assertThat(store.get(key("digits"), new ByteRange(9, Integer.MAX_VALUE)))
          .hasValueSatisfying(bytes -> assertThat(bytes).asString().isEqualTo("9"));
    }
  }

  @Test
  default void offsetAtOrBeyondTheEndGivesNoBytes() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "digits", "0123456789");
      for (long offset : new long[] {10, 11, 1L << 40, Long.MAX_VALUE}) {
        assertThat(store.get(key("digits"), new ByteRange(offset, 5)))
            .as("offset %s", offset)
            .hasValueSatisfying(bytes -> assertThat(bytes).isEmpty());
      }
    }
  }

  @Test
  default void emptyObjectIsNotAbsent() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "empty", "");
      assertThat(read(store, "empty")).contains("");
      assertThat(store.head(key("empty")).orElseThrow().size()).isZero();
    }
  }

  @Test
  default void headTellsSizeAndTime() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "folder/sized", "12345");
      assertThat(store.head(key("folder/sized")))
          .hasValueSatisfying(
              info -> {
                assertThat(info.key()).isEqualTo(key("folder/sized"));
                assertThat(info.size()).isEqualTo(5);
                assertThat(info.lastModified()).isAfter(Instant.EPOCH);
              });
    }
  }

  @Test
  default void keyAndKeyBelowItAreTwoObjects() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "a/b/c", "deep");
      assertThat(read(store, "a")).isEmpty();
      assertThat(read(store, "a/b")).isEmpty();
      putNew(store, "a", "flat");
      putNew(store, "a/b", "between");
      assertThat(read(store, "a")).contains("flat");
      assertThat(read(store, "a/b")).contains("between");
      assertThat(read(store, "a/b/c")).contains("deep");
      store.delete(List.of(key("a"), key("a/b")));
      assertThat(read(store, "a")).isEmpty();
      assertThat(read(store, "a/b/c")).contains("deep");
    }
  }

  @Test
  default void oddCharactersInKeysAreKept() throws Exception {
    try (ObjectStore store = newStore()) {
      for (String odd : OddKeys.ALL) {
        putNew(store, odd, "content of " + odd);
      }
      for (String odd : OddKeys.ALL) {
        assertThat(read(store, odd)).as(odd).contains("content of " + odd);
        assertThat(store.head(key(odd))).as(odd).map(info -> info.key().value()).contains(odd);
      }
      assertThat(Samples.names(store.list(new ListRequest("", Optional.empty(), 1000))))
          .containsExactlyInAnyOrderElementsOf(OddKeys.ALL);
      store.delete(OddKeys.ALL.stream().map(Samples::key).toList());
      assertThat(store.list(new ListRequest("", Optional.empty(), 1)).objects()).isEmpty();
    }
  }

  @Test
  default void largeObjectInPiecesKeepsItsBytes() throws Exception {
    byte[] large = new byte[16 << 20];
    new Random(42).nextBytes(large);
    Payload payload =
        Payload.of(
            Arrays.copyOfRange(large, 0, 5_000_001),
            new byte[0],
            Arrays.copyOfRange(large, 5_000_001, 5_000_002),
            Arrays.copyOfRange(large, 5_000_002, large.length));
    try (ObjectStore store = newStore()) {
      store.put(key("large"), payload, PutMode.CREATE);
      byte[] whole = store.get(key("large"), ByteRange.first(large.length)).orElseThrow();
      assertThat(Arrays.equals(whole, large)).isTrue();
      byte[] middle = store.get(key("large"), new ByteRange(4_999_000, 10_000)).orElseThrow();
      assertThat(Arrays.equals(middle, 0, 10_000, large, 4_999_000, 5_009_000)).isTrue();
    }
  }

  @Test
  default void payloadCanBeStoredTwice() throws Exception {
    try (ObjectStore store = newStore()) {
      Payload payload = text("used twice");
      store.put(key("one"), payload, PutMode.CREATE);
      store.put(key("two"), payload, PutMode.REPLACE);
      assertThat(read(store, "one")).contains("used twice");
      assertThat(read(store, "two")).contains("used twice");
    }
  }

  @Test
  default void storedBytesDoNotChangeWithTheCallersArrays() throws Exception {
    try (ObjectStore store = newStore()) {
      byte[] array = {'o', 'l', 'd'};
      store.put(key("copied"), Payload.of(array), PutMode.CREATE);
      array[0] = 'x';
      store.get(key("copied"), WHOLE).orElseThrow()[1] = 'x';
      assertThat(read(store, "copied")).contains("old");
    }
  }

  @Test
  default void deleteRemovesAllOfABatchAndNothingElse() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "folder/one", "1");
      putNew(store, "folder/two", "2");
      putNew(store, "folder/three", "3");
      store.delete(List.of(key("folder/one"), key("folder/two")));
      assertThat(read(store, "folder/one")).isEmpty();
      assertThat(read(store, "folder/two")).isEmpty();
      assertThat(read(store, "folder/three")).contains("3");
    }
  }

  @Test
  default void absentObjectsCountAsDeleted() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "there", "1");
      store.delete(List.of());
      store.delete(List.of(key("never"), key("there"), key("never/below"), key("there/below")));
      store.delete(List.of(key("there")));
      assertThat(read(store, "there")).isEmpty();
    }
  }

  @Test
  default void deletedObjectCanBeCreatedAgain() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "folder/again", "first");
      store.delete(List.of(key("folder/again")));
      putNew(store, "folder/again", "second");
      assertThat(read(store, "folder/again")).contains("second");
    }
  }

  @Test
  default void capabilitiesAreConstant() throws Exception {
    try (ObjectStore store = newStore()) {
      var before = store.capabilities();
      putNew(store, "any", "1");
      assertThat(store.capabilities()).isEqualTo(before);
      assertThat(before.maxObjectBytes()).isGreaterThanOrEqualTo(16 << 20);
    }
  }

  @Test
  default void closedStoreFails() throws Exception {
    ObjectStore store = newStore();
    putNew(store, "kept", "1");
    store.close();
    store.close();
    for (ThrowingCallable call : everyOperation(store)) {
      assertThatThrownBy(call).isInstanceOf(StorageException.class);
    }
  }

  @Test
  default void interruptedThreadGetsInterruptedAndKeepsItsFlag() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "kept", "1");
      for (ThrowingCallable call : everyOperation(store)) {
        Thread.currentThread().interrupt();
        try {
          assertThatThrownBy(call).isInstanceOf(StorageException.Interrupted.class);
        } finally {
          assertThat(Thread.interrupted()).as("interrupt flag").isTrue();
        }
      }
      putNew(store, "after", "the store still works");
      assertThat(read(store, "after")).contains("the store still works");
    }
  }

  private static List<ThrowingCallable> everyOperation(ObjectStore store) {
    return List.of(
        () -> putNew(store, "created", "1"),
        () -> replace(store, "kept", "2"),
        () -> store.get(key("kept"), WHOLE),
        () -> store.head(key("kept")),
        () -> store.delete(List.of(key("kept"))),
        () -> store.list(new ListRequest("", Optional.empty(), 10)));
  }
}
