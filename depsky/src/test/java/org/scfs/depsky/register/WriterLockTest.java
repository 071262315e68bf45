package org.scfs.depsky.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.TestVolume.UNIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.scfs.depsky.DepSkyException;
import org.scfs.depsky.JumpingTime;
import org.scfs.depsky.QuorumParameters;
import org.scfs.depsky.TestVolume;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.testkit.Fault;

/** The lock among writers, on a clock that jumps. */
@Timeout(60)
final class WriterLockTest {

  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final LockTerms ONCE = new LockTerms(LEASE, SKEW, Duration.ZERO);
  private static final LockTerms PATIENT = new LockTerms(LEASE, SKEW, Duration.ofMinutes(30));

  private final JumpingTime time = new JumpingTime();
  private final TestVolume volume =
      TestVolume.in(time.environment(), QuorumParameters.forFaults(4, 1));
  private final RegisterStore one = volume.registers(Protocol.CONFIDENTIAL);
  private final RegisterStore other = volume.registers(Protocol.CONFIDENTIAL);

  @AfterEach
  void close() {
    volume.close();
    time.close();
  }

  private interface Steps {
    void run() throws Exception;
  }

  private void play(Steps steps) throws Exception {
    var _ =
        time.run(
            () -> {
              steps.run();
              return true;
            });
  }

  @Test
  void lockIsHeldByOneAtATime() throws Exception {
    play(
        () -> {
          WriterLock lock = one.lock(UNIT, ONCE).orElseThrow();
          assertThat(other.lock(UNIT, ONCE)).isEmpty();
          assertThat(one.lock(UNIT, ONCE)).isEmpty();
          lock.close();
          assertThat(lock.isHeld()).isFalse();
          assertThat(other.lock(UNIT, ONCE)).isPresent();
          for (int i = 0; i < 4; i++) {
            assertThat(volume.keys(i)).hasSizeLessThanOrEqualTo(1);
          }
        });
  }

  @Test
  void lockEndsByItselfAfterTheLeaseAndTheSkew() throws Exception {
    play(
        () -> {
          WriterLock lock = one.lock(UNIT, ONCE).orElseThrow();
          time.sleep(LEASE.minusMillis(1));
          assertThat(lock.isHeld()).isTrue();
          time.sleep(Duration.ofMillis(1));
          assertThat(lock.isHeld()).isFalse();
          assertThat(lock.renew()).isFalse();
          assertThat(other.lock(UNIT, ONCE)).isEmpty();
          time.sleep(SKEW.plusMillis(1));
          assertThat(other.lock(UNIT, ONCE)).isPresent();
        });
  }

  @Test
  void renewedLockGoesOn() throws Exception {
    play(
        () -> {
          WriterLock lock = one.lock(UNIT, ONCE).orElseThrow();
          for (int i = 0; i < 3; i++) {
            time.sleep(LEASE.dividedBy(2));
            assertThat(lock.renew()).isTrue();
          }
          assertThat(lock.isHeld()).isTrue();
          assertThat(other.lock(UNIT, ONCE)).isEmpty();
          lock.close();
          assertThat(other.lock(UNIT, ONCE)).isPresent();
        });
  }

  /** In between, somebody else may have seen the old one end. */
  @Test
  void lockThatIsRenewedTooLateIsLost() throws Exception {
    play(
        () -> {
          WriterLock lock =
              one.lock(UNIT, new LockTerms(Duration.ofSeconds(8), SKEW, Duration.ZERO))
                  .orElseThrow();
          time.sleep(Duration.ofSeconds(7));
          volume.clouds.forEach(cloud -> cloud.start(new Fault.Slow(Duration.ofSeconds(2))));
          assertThat(lock.renew()).isFalse();
          assertThat(lock.isHeld()).isFalse();
        });
  }

  @Test
  void whoWaitsGetsItInTheEnd() throws Exception {
    play(
        () -> {
          WriterLock lock = one.lock(UNIT, ONCE).orElseThrow();
          FutureTask<Optional<WriterLock>> waiting =
              new FutureTask<>(() -> other.lock(UNIT, PATIENT));
          time.environment().tasks().start("waiting", waiting);
          time.sleep(Duration.ofSeconds(20));
          assertThat(waiting.isDone()).isFalse();
          lock.close();
          assertThat(waiting.get()).isPresent();
        });
  }

  @Test
  void ticketsThatNobodySignedLockNobodyOut() throws Exception {
    play(
        () -> {
          WriterLock lock = one.lock(UNIT, ONCE).orElseThrow();
          ObjectKey genuine = volume.keys(0).getFirst();
          lock.close();
          String folder = genuine.value().substring(0, genuine.value().lastIndexOf('/') + 1);
          String ticket = genuine.value().substring(folder.length());
          String later = "7" + ticket.substring(1);
          String unsigned =
              ticket.substring(0, ticket.length() - 1) + (ticket.endsWith("0") ? "1" : "0");
          for (String name :
              List.of(later, unsigned, "x", "a-b-c-d", "0".repeat(ticket.length()))) {
            volume
                .below
                .get(0)
                .put(new ObjectKey(folder + name), Payload.of(new byte[] {1}), PutMode.CREATE);
          }
          assertThat(other.lock(UNIT, ONCE)).isPresent();
        });
  }

  @Test
  void lockOfAnotherUnitIsAnotherLock() throws Exception {
    play(
        () -> {
          assertThat(one.lock(UNIT, ONCE)).isPresent();
          assertThat(other.lock(new org.scfs.ports.Id128(9, 9), ONCE)).isPresent();
        });
  }

  @Test
  void withTwoFaultyCloudsThereIsNoLock() throws Exception {
    volume.clouds.get(0).start(new Fault.Down());
    volume.clouds.get(1).start(new Fault.Hanging());
    play(
        () ->
            assertThatThrownBy(() -> one.lock(UNIT, ONCE))
                .isInstanceOf(DepSkyException.NotEnoughClouds.class));
  }

  /** Several writers, one faulty cloud: never two at once, and all of them in the end. */
  @Test
  void manyWritersTakeTurns() throws Exception {
    volume.clouds.get(2).start(new Fault.LaggingList());
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    play(
        () -> {
          List<FutureTask<Boolean>> writers = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            writers.add(new FutureTask<>(() -> takeTurns(inside, most)));
            time.environment().tasks().start("writer", writers.getLast());
          }
          for (FutureTask<Boolean> writer : writers) {
            assertThat(writer.get()).isTrue();
          }
        });
    assertThat(most).hasValue(1);
    assertThat(time.run(() -> one.versions(UNIT).size())).isEqualTo(12);
  }

  private boolean takeTurns(AtomicInteger inside, AtomicInteger most) throws Exception {
    RegisterStore store = volume.registers(Protocol.CONFIDENTIAL);
    for (int i = 0; i < 3; i++) {
      try (WriterLock lock = store.lock(UNIT, PATIENT).orElseThrow()) {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        store.write(UNIT, new byte[] {1});
        time.sleep(Duration.ofSeconds(1));
        inside.decrementAndGet();
        assertThat(lock.isHeld()).isTrue();
      }
    }
    return true;
  }
}
