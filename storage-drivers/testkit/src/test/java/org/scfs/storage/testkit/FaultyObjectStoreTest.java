package org.scfs.storage.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.storage.testkit.Samples.WHOLE;
import static org.scfs.storage.testkit.Samples.key;
import static org.scfs.storage.testkit.Samples.names;
import static org.scfs.storage.testkit.Samples.putNew;
import static org.scfs.storage.testkit.Samples.read;
import static org.scfs.storage.testkit.Samples.replace;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.scfs.ports.Cancellable;
import org.scfs.ports.system.SystemEnvironment;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.StorageException;

final class FaultyObjectStoreTest {

  private final StandingTime time = new StandingTime();
  private final MemoryObjectStore below = new MemoryObjectStore(time);
  private final FaultyObjectStore store = new FaultyObjectStore(below, time);

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void storeThatIsDownIsUnavailableUntilItIsBack() throws Exception {
    putNew(store, "kept", "1");
    store.start(new Fault.Down());
    assertThatThrownBy(() -> read(store, "kept")).isInstanceOf(StorageException.Unavailable.class);
    assertThatThrownBy(() -> putNew(store, "new", "1"))
        .isInstanceOf(StorageException.Unavailable.class);
    assertThatThrownBy(() -> store.head(key("kept")))
        .isInstanceOf(StorageException.Unavailable.class);
    assertThatThrownBy(() -> store.delete(List.of(key("kept"))))
        .isInstanceOf(StorageException.Unavailable.class);
    assertThatThrownBy(() -> list("")).isInstanceOf(StorageException.Unavailable.class);
    store.stop(new Fault.Down());
    assertThat(read(store, "kept")).contains("1");
    assertThat(read(store, "new")).isEmpty();
  }

  @Test
  void deniedStoreDenies() {
    store.start(new Fault.Denied());
    assertThatThrownBy(() -> read(store, "any")).isInstanceOf(StorageException.Denied.class);
  }

  @Test
  void throttlingStoreNamesTheTimeToWait() {
    store.start(new Fault.Throttling(Duration.ofSeconds(7)));
    assertThatThrownBy(() -> read(store, "any"))
        .isInstanceOfSatisfying(
            StorageException.Throttled.class,
            e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(7)));
  }

  @Test
  void faultConcernsOnlyTheNamedOperations() throws Exception {
    store.start(new Fault.Down(), Operation.PUT, Operation.LIST);
    assertThatThrownBy(() -> putNew(store, "new", "1"))
        .isInstanceOf(StorageException.Unavailable.class);
    assertThatThrownBy(() -> list("")).isInstanceOf(StorageException.Unavailable.class);
    assertThat(read(store, "new")).isEmpty();
    assertThat(store.head(key("new"))).isEmpty();
  }

  @Test
  void slowStoreTakesTheDelayOfEveryCall() throws Exception {
    store.start(new Fault.Slow(Duration.ofSeconds(3)));
    putNew(store, "slow", "1");
    assertThat(read(store, "slow")).contains("1");
    assertThat(time.slept()).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void interruptedDelayEndsWithTheFlagSet() {
    store.start(new Fault.Slow(Duration.ofSeconds(3)));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> read(store, "any")).isInstanceOf(StorageException.Interrupted.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @Timeout(30)
  void hangingCallEndsByInterruptionOnly() throws Exception {
    store.start(new Fault.Hanging(), Operation.GET);
    FutureTask<Boolean> hanging = new FutureTask<>(this::isInterruptedWhileReading);
    Cancellable call = SystemEnvironment.create().tasks().start("hanging", hanging);
    while (store.calls(Operation.GET) == 0) {
      Thread.onSpinWait();
    }
    store.heal();
    assertThat(hanging.isDone()).isFalse();
    call.cancel();
    assertThat(hanging.get()).isTrue();
  }

  private boolean isInterruptedWhileReading() throws StorageException {
    try {
      read(store, "any");
      return false;
    } catch (StorageException.Interrupted _) {
      return Thread.interrupted();
    }
  }

  @Test
  void flippedBitChangesOneByteOfTheAnswerOnly() throws Exception {
    putNew(store, "digits", "0123456789");
    putNew(store, "empty", "");
    store.start(new Fault.FlippedBit());
    assertThat(read(store, "digits")).contains("0123446789");
    assertThat(read(store, "empty")).contains("");
    store.heal();
    assertThat(read(store, "digits")).contains("0123456789");
  }

  @Test
  void randomBytesHaveTheRightLength() throws Exception {
    putNew(store, "digits", "0123456789");
    store.start(new Fault.RandomBytes());
    byte[] random = store.get(key("digits"), WHOLE).orElseThrow();
    assertThat(random).hasSize(10).isNotEqualTo("0123456789".getBytes(UTF_8));
    assertThat(store.get(key("digits"), WHOLE))
        .hasValueSatisfying(again -> assertThat(again).isEqualTo(random));
  }

  @Test
  void truncatedAnswerLacksItsSecondHalf() throws Exception {
    putNew(store, "digits", "0123456789");
    store.start(new Fault.Truncated());
    assertThat(read(store, "digits")).contains("01234");
    assertThat(read(store, "missing")).isEmpty();
  }

  @Test
  void firstWrittenContentComesBack() throws Exception {
    replace(store, "replaced", "first");
    replace(store, "replaced", "second one");
    replace(store, "replaced", "third");
    putNew(store, "once", "only");
    store.start(new Fault.FirstWritten());
    assertThat(read(store, "replaced")).contains("first");
    assertThat(store.head(key("replaced")).orElseThrow().size()).isEqualTo(5);
    assertThat(read(store, "once")).contains("only");
    replace(store, "replaced", "fourth");
    assertThat(read(store, "replaced")).contains("first");
    store.heal();
    assertThat(read(store, "replaced")).contains("fourth");
  }

  @Test
  void frozenStoreShowsTheMomentWhenItFroze() throws Exception {
    putNew(store, "deleted", "old 1");
    replace(store, "replaced", "old 2");
    store.start(new Fault.Frozen());
    store.delete(List.of(key("deleted")));
    replace(store, "replaced", "new 2");
    replace(store, "replaced", "newer 2");
    putNew(store, "created", "new 3");
    assertThat(read(store, "deleted")).contains("old 1");
    assertThat(read(store, "replaced")).contains("old 2");
    assertThat(store.get(key("replaced"), new ByteRange(4, 9)))
        .hasValueSatisfying(bytes -> assertThat(bytes).asString().isEqualTo("2"));
    assertThat(store.head(key("deleted")).orElseThrow().size()).isEqualTo(5);
    assertThat(store.head(key("created"))).isEmpty();
    assertThat(read(store, "created")).isEmpty();
    assertThat(names(list(""))).containsExactly("deleted", "replaced");
    store.heal();
    assertThat(read(store, "replaced")).contains("newer 2");
    assertThat(names(list(""))).containsExactly("created", "replaced");
  }

  @Test
  void frozenStoreStartedAgainShowsTheLaterMoment() throws Exception {
    store.start(new Fault.Frozen());
    putNew(store, "between", "1");
    assertThat(read(store, "between")).isEmpty();
    store.start(new Fault.Frozen());
    putNew(store, "late", "1");
    assertThat(read(store, "between")).contains("1");
    assertThat(read(store, "late")).isEmpty();
  }

  @Test
  void laggingListMissesWhatIsReadable() throws Exception {
    putNew(store, "folder/a", "1");
    putNew(store, "folder/c", "1");
    store.start(new Fault.LaggingList());
    putNew(store, "folder/b", "1");
    store.delete(List.of(key("folder/c")));
    assertThat(read(store, "folder/b")).contains("1");
    assertThat(read(store, "folder/c")).isEmpty();
    assertThat(names(list("folder/"))).containsExactly("folder/a", "folder/c");
    ListPage page = store.list(new ListRequest("folder/", Optional.of(key("folder/a")), 1));
    assertThat(names(page)).containsExactly("folder/c");
    assertThat(page.complete()).isTrue();
    store.heal();
    assertThat(names(list("folder/"))).containsExactly("folder/a", "folder/b");
  }

  @Test
  void forgetfulStoreAcknowledgesAndDrops() throws Exception {
    putNew(store, "before", "1");
    store.start(new Fault.Forgetful());
    putNew(store, "dropped", "1");
    replace(store, "before", "2");
    store.delete(List.of(key("before")));
    store.heal();
    assertThat(read(store, "dropped")).isEmpty();
    assertThat(read(store, "before")).contains("1");
  }

  @Test
  void halfWrittenObjectIsThereAfterTheFailure() throws Exception {
    store.start(new Fault.HalfWritten());
    assertThatThrownBy(() -> putNew(store, "half", "0123456789"))
        .isInstanceOf(StorageException.Unavailable.class);
    store.heal();
    assertThat(read(store, "half")).contains("01234");
    assertThatThrownBy(() -> putNew(store, "half", "0123456789"))
        .isInstanceOf(StorageException.AlreadyExists.class);
  }

  @Test
  void objectWhoseAnswerWasLostIsThere() throws Exception {
    store.start(new Fault.LostAnswer());
    assertThatThrownBy(() -> putNew(store, "lost", "0123456789"))
        .isInstanceOf(StorageException.Unavailable.class);
    assertThat(read(store, "lost")).contains("0123456789");
    assertThatThrownBy(() -> putNew(store, "lost", "0123456789"))
        .isInstanceOf(StorageException.AlreadyExists.class);
  }

  @Test
  void storeThatCreatesTwiceReplaces() throws Exception {
    putNew(store, "twice", "0123456789");
    store.start(new Fault.CreateTwice());
    putNew(store, "twice", "abc");
    assertThat(read(store, "twice")).contains("abc");
  }

  @Test
  void faultsWorkTogether() throws Exception {
    replace(store, "digits", "0123456789");
    replace(store, "digits", "abcdefghij");
    store.start(new Fault.Slow(Duration.ofSeconds(1)));
    store.start(new Fault.FirstWritten());
    store.start(new Fault.Truncated());
    assertThat(read(store, "digits")).contains("01234");
    assertThat(time.slept()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void callsAreCountedWhateverTheirOutcome() throws Exception {
    putNew(store, "counted", "1");
    store.start(new Fault.Down(), Operation.GET);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> read(store, "counted"))
          .isInstanceOf(StorageException.Unavailable.class);
    }
    store.head(key("counted"));
    list("");
    store.delete(List.of(key("counted"), key("missing")));
    assertThat(store.calls(Operation.PUT)).isEqualTo(1);
    assertThat(store.calls(Operation.GET)).isEqualTo(3);
    assertThat(store.calls(Operation.HEAD)).isEqualTo(1);
    assertThat(store.calls(Operation.LIST)).isEqualTo(1);
    assertThat(store.calls(Operation.DELETE)).isEqualTo(1);
  }

  private ListPage list(String prefix) throws StorageException {
    return store.list(new ListRequest(prefix, Optional.empty(), 1000));
  }
}
