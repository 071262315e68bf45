package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.TestVolume.SEGMENT;
import static org.scfs.depsky.TestVolume.UNIT;
import static org.scfs.depsky.TestVolume.content;
import static org.scfs.depsky.TestVolume.random;
import static org.scfs.depsky.TestVolume.read;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;
import org.scfs.storage.testkit.Fault;
import org.scfs.storage.testkit.MemoryObjectStore;
import org.scfs.storage.testkit.Operation;

/** Clouds whose oddities the matrix of faults has not got. */
@Timeout(60)
final class OddCloudsTest {

  private final TestVolume volume = new TestVolume();

  @AfterEach
  void close() {
    volume.close();
  }

  private AnchoredStore storeWith(int cloud, ObjectStore odd) {
    return storeWith(volume, cloud, odd);
  }

  private static AnchoredStore storeWith(TestVolume volume, int cloud, ObjectStore odd) {
    List<ObjectStore> stores = new ArrayList<>(volume.clouds);
    stores.set(cloud, odd);
    return volume.store(stores);
  }

  /** Stores the object, and says that it failed; once for each object. */
  private static final class LosesAnswers extends DelegatingStore {
    private final Set<ObjectKey> seen = ConcurrentHashMap.newKeySet();

    LosesAnswers(ObjectStore delegate) {
      super(delegate);
    }

    @Override
    public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
      super.put(key, payload, mode);
      if (seen.add(key)) {
        throw new StorageException.Unavailable("connection lost", null);
      }
    }
  }

  @Test
  void ownObjectFoundAfterALostAnswerIsAnAcknowledgement() throws Exception {
    volume.clouds.get(3).start(new Fault.Down());
    AnchoredStore store = storeWith(0, new LosesAnswers(volume.clouds.getFirst()));
    for (int size : new int[] {100, 3 * SEGMENT}) {
      byte[] content = random(size, size);
      assertThat(read(store, store.write(UNIT, content(content)))).isEqualTo(content);
    }
    assertThat(TestVolume.health(store, 0).corruptions()).isZero();
  }

  @Test
  void otherBytesUnderTheSameNameAreNoAcknowledgement() {
    volume.clouds.get(3).start(new Fault.Down());
    AnchoredStore store =
        storeWith(
            0,
            new DelegatingStore(volume.clouds.getFirst()) {
              @Override
              public void put(ObjectKey key, Payload payload, PutMode mode)
                  throws StorageException {
                byte[] other = payload.toByteArray();
                other[other.length - 1]++;
                super.put(key, Payload.of(other), PutMode.REPLACE);
                super.put(key, payload, mode);
              }
            });
    assertThatThrownBy(() -> store.write(UNIT, content(new byte[100])))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class)
        .hasMessageContaining("cloud-a: holds other bytes");
    assertThat(TestVolume.health(store, 0).state()).isEqualTo(CloudState.FAULTY);
    assertThat(TestVolume.health(store, 0).corruptions()).isEqualTo(1);
  }

  @Test
  void existingObjectThatCannotBeReadIsNoAcknowledgement() {
    volume.clouds.get(3).start(new Fault.Down());
    AnchoredStore store =
        storeWith(
            0,
            new DelegatingStore(volume.clouds.getFirst()) {
              @Override
              public void put(ObjectKey key, Payload payload, PutMode mode)
                  throws StorageException {
                throw new StorageException.AlreadyExists("it is there", null);
              }
            });
    assertThatThrownBy(() -> store.write(UNIT, content(new byte[100])))
        .isInstanceOf(DepSkyException.NotEnoughClouds.class)
        .hasMessageContaining("cloud-a: cloud-a says that")
        .hasMessageContaining("does not return it");
  }

  /** With one faulty and one lagging cloud, a read waits for the lagging one. */
  @Test
  void laggingCloudIsAskedAgain() throws Exception {
    byte[] content = random(1, 100);
    VersionRef ref = volume.store().write(UNIT, content(content));
    AtomicInteger gets = new AtomicInteger();
    AnchoredStore store =
        storeWith(
            0,
            new DelegatingStore(volume.clouds.getFirst()) {
              @Override
              public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
                return gets.incrementAndGet() < 3 ? Optional.empty() : super.get(key, range);
              }
            });
    volume.clouds.get(1).start(new Fault.RandomBytes());
    assertThat(read(store, ref)).isEqualTo(content);
    assertThat(gets).hasValue(3);
    assertThat(TestVolume.health(store, 0).state()).isEqualTo(CloudState.HEALTHY);
    assertThat(TestVolume.health(store, 1).state()).isEqualTo(CloudState.FAULTY);
  }

  @Test
  void cloudThatLostWhatItAcknowledgedIsNamed() throws Exception {
    volume.clouds.get(1).start(new Fault.Forgetful());
    AnchoredStore store = volume.store();
    byte[] content = random(1, 100);
    VersionRef ref = store.write(UNIT, content(content));
    assertThat(read(store, ref)).isEqualTo(content);
    assertThat(TestVolume.health(store, 1).state()).isEqualTo(CloudState.FAULTY);
    assertThat(TestVolume.health(store, 1).explanation())
        .contains("lost an object that it had acknowledged");
  }

  @Test
  void cloudThatMissesAllObjectsIsSuspectInAStoreThatDidNotWriteThem() throws Exception {
    AnchoredStore writer = volume.store();
    AnchoredStore store = volume.store();
    volume.clouds.getFirst().start(new Fault.Forgetful());
    for (int i = 0; i < 3; i++) {
      byte[] content = random(i, 100);
      assertThat(read(store, writer.write(UNIT, content(content)))).isEqualTo(content);
    }
    assertThat(TestVolume.health(store, 0).state()).isEqualTo(CloudState.SUSPECT);
    assertThat(TestVolume.health(store, 0).explanation()).contains("none of the last 3 objects");
    assertThat(TestVolume.health(store, 3).state()).isEqualTo(CloudState.HEALTHY);
  }

  /** Blocks every call and does not react to interrupts, as a broken driver might. */
  private static final class Stubborn extends DelegatingStore {
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger blocked = new AtomicInteger();

    Stubborn(ObjectStore delegate) {
      super(delegate);
    }

    @Override
    public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
      block();
      super.put(key, payload, mode);
    }

    @Override
    public Optional<byte[]> get(ObjectKey key, ByteRange range) throws StorageException {
      block();
      return super.get(key, range);
    }

    private void block() {
      blocked.incrementAndGet();
      boolean done = false;
      while (!done) {
        try {
          released.await();
          done = true;
        } catch (InterruptedException _) {
          // Goes on, as a broken driver does.
        }
      }
    }
  }

  @Test
  void callsThatCannotBeInterruptedAreAbandoned() throws Exception {
    TestVolume fast = TestVolume.fast();
    Stubborn stubborn = new Stubborn(fast.clouds.getFirst());
    AnchoredStore store = storeWith(fast, 0, stubborn);
    byte[] content = random(1, 10 * SEGMENT);
    assertThat(read(store, store.write(UNIT, content(content)))).isEqualTo(content);
    assertThat(TestVolume.health(store, 0).explanation()).contains("no answer within");
    fast.clouds.get(1).start(new Fault.Down());
    for (int i = 0; i < 12; i++) {
      assertThatThrownBy(() -> store.write(UNIT, content(new byte[10])))
          .isInstanceOf(DepSkyException.NotEnoughClouds.class);
    }
    assertThat(stubborn.blocked).hasValueLessThanOrEqualTo(8);
    stubborn.released.countDown();
    assertThat(read(store, store.write(UNIT, content(content)))).isEqualTo(content);
    fast.close();
  }

  @Test
  void writerThatIsInterruptedWhileItWaitsReturnsAtOnce() throws Exception {
    volume.clouds.forEach(cloud -> cloud.start(new Fault.Hanging()));
    for (int size : new int[] {100, 20 * SEGMENT}) {
      AnchoredStore store = volume.store();
      AtomicBoolean flag = new AtomicBoolean();
      FutureTask<Boolean> writer =
          new FutureTask<>(
              () -> {
                assertThatThrownBy(() -> store.write(UNIT, content(new byte[size])))
                    .isInstanceOf(DepSkyException.Interrupted.class);
                flag.set(Thread.currentThread().isInterrupted());
                return true;
              });
      long before = volume.calls(Operation.PUT);
      Cancellable thread = volume.environment.tasks().start("writer", writer);
      while (volume.calls(Operation.PUT) < before + 3) {
        Thread.onSpinWait();
      }
      thread.cancel();
      assertThat(writer.get()).isTrue();
      assertThat(flag).isTrue();
    }
  }

  /** Counts how many puts of segments run at once, and keeps nothing. */
  private static final class Discarding extends DelegatingStore {
    private final AtomicInteger running;
    private final AtomicInteger most;
    private final Environment environment;

    Discarding(AtomicInteger running, AtomicInteger most, Environment environment) {
      super(new MemoryObjectStore(environment.time()));
      this.running = running;
      this.most = most;
      this.environment = environment;
    }

    @Override
    public void put(ObjectKey key, Payload payload, PutMode mode) throws StorageException {
      if (!key.value().contains("/s-")) {
        return;
      }
      most.accumulateAndGet(running.incrementAndGet(), Math::max);
      try {
        environment.time().sleep(Duration.ofMillis(2));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StorageException.Interrupted("interrupted", e);
      } finally {
        running.decrementAndGet();
      }
    }
  }

  @Test
  void manyWritersTogetherKeepThreeSegmentsInFlight() throws Exception {
    Environment environment = SystemEnvironment.create();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Cloud cloud = new Cloud("only", new Discarding(running, most, environment));
    var settings =
        new AnchoredStoreSettings(
            TestVolume.VOLUME, new QuorumParameters(1, 0, 1, 1), SEGMENT, TestVolume.TIMEOUT);
    SigningKey key = SigningKey.generate(environment.randomness());
    AnchoredStore store = new AnchoredStore(settings, List.of(cloud), key, environment);
    List<FutureTask<VersionRef>> writers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      byte[] content = random(i, 20 * SEGMENT - 1);
      writers.add(new FutureTask<>(() -> store.write(UNIT, content(content))));
      environment.tasks().start("writer", writers.getLast());
    }
    for (FutureTask<VersionRef> writer : writers) {
      assertThat(writer.get().manifestLength()).isPositive();
    }
    assertThat(most).hasValueLessThanOrEqualTo(3);
    assertThat(running).hasValue(0);
  }

  /** Half a gigabyte, of which the clouds keep nothing: it would not fit, were it not let go. */
  @Test
  void largeFileNeedsMemoryForAFewSegmentsOnly() throws Exception {
    Environment environment = SystemEnvironment.create();
    List<Cloud> clouds = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      AtomicInteger ignored = new AtomicInteger();
      clouds.add(new Cloud(TestVolume.name(i), new Discarding(ignored, ignored, environment)));
    }
    var settings =
        new AnchoredStoreSettings(
            TestVolume.VOLUME, QuorumParameters.forFaults(4, 1), 8 << 20, TestVolume.TIMEOUT);
    SigningKey key = SigningKey.generate(environment.randomness());
    AnchoredStore store = new AnchoredStore(settings, clouds, key, environment);
    long size = 64L * (8 << 20);
    assertThat(2 * size).isGreaterThan(Runtime.getRuntime().maxMemory());
    Content zeros =
        new Content() {
          @Override
          public long size() {
            return size;
          }

          @Override
          public void read(long offset, ByteBuffer into) {
            into.position(into.limit());
          }
        };
    assertThat(store.write(UNIT, zeros).manifestLength()).isPositive();
  }
}
