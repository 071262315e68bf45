package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.scfs.depsky.CloudMonitor.Proof;
import org.scfs.depsky.CloudMonitor.Rank;

final class CloudMonitorTest {

  private final ManualTime time = new ManualTime();
  private final CloudMonitor monitor = new CloudMonitor("north", time);

  private void succeed(Proof proof) {
    monitor.succeeded(proof, 100, Duration.ofMillis(10).toNanos());
  }

  private CloudState state() {
    return monitor.health().state();
  }

  @Test
  void newCloudIsHealthy() {
    CloudHealth health = monitor.health();
    assertThat(health.cloud()).isEqualTo("north");
    assertThat(health.state()).isEqualTo(CloudState.HEALTHY);
    assertThat(health.explanation()).isEmpty();
    assertThat(health.lastFailure()).isEmpty();
    assertThat(health.typicalLatency()).isZero();
  }

  @Test
  void failureMakesSuspectUntilTheNextSuccess() {
    monitor.failed("no route");
    assertThat(state()).isEqualTo(CloudState.SUSPECT);
    assertThat(monitor.health().explanation())
        .isEqualTo("no route (once, last at 2026-01-02T03:04:05Z)");
    assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.GOOD);
    succeed(Proof.ALIVE);
    assertThat(state()).isEqualTo(CloudState.HEALTHY);
    assertThat(monitor.health().failures()).isEqualTo(1);
    assertThat(monitor.health().lastFailure()).contains(ManualTime.START);
  }

  @Test
  void threeFailuresInARowOpenTheBreakerAndATrialClosesIt() {
    for (int i = 0; i < 3; i++) {
      assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.GOOD);
      monitor.failed("no route");
    }
    assertThat(state()).isEqualTo(CloudState.FAULTY);
    assertThat(monitor.health().explanation()).contains("3 times in a row");
    assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.BROKEN);
    time.pass(CircuitBreaker.FIRST_COOL_DOWN);
    assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.TRIAL);
    assertThat(monitor.admit(Proof.STORED)).isTrue();
    assertThat(monitor.rank(Proof.STORED)).as("one trial at a time").isEqualTo(Rank.BROKEN);
    succeed(Proof.STORED);
    assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.GOOD);
    assertThat(state()).isEqualTo(CloudState.HEALTHY);
  }

  @Test
  void failedTrialsGetRarerUpToFiveMinutes() {
    for (int i = 0; i < 3; i++) {
      monitor.failed("no route");
    }
    Duration waited = CircuitBreaker.FIRST_COOL_DOWN;
    for (int i = 0; i < 10; i++) {
      time.pass(waited.minusNanos(1));
      assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.BROKEN);
      time.pass(Duration.ofNanos(1));
      assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.TRIAL);
      assertThat(monitor.admit(Proof.STORED)).isTrue();
      monitor.failed("no route");
      waited = waited.multipliedBy(2);
      waited = waited.compareTo(Duration.ofMinutes(5)) < 0 ? waited : Duration.ofMinutes(5);
    }
    assertThat(waited).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void slowCloudIsAvoidedForAWhileAndOnlySuspect() {
    monitor.tooSlow(Duration.ofMillis(700).toNanos());
    assertThat(state()).isEqualTo(CloudState.SUSPECT);
    assertThat(monitor.health().explanation()).startsWith("gave no answer within 700 ms");
    assertThat(monitor.rank(Proof.VERIFIED)).isEqualTo(Rank.BROKEN);
    time.pass(CircuitBreaker.FIRST_COOL_DOWN);
    assertThat(monitor.rank(Proof.VERIFIED)).isEqualTo(Rank.TRIAL);
  }

  @Test
  void corruptCloudIsFaultyUntilItReturnsVerifiedBytesAndThenSuspectForAnHour() {
    monitor.corrupted("returned a block whose hash is wrong");
    assertThat(state()).isEqualTo(CloudState.FAULTY);
    succeed(Proof.STORED);
    succeed(Proof.ALIVE);
    assertThat(state()).isEqualTo(CloudState.FAULTY);
    assertThat(monitor.rank(Proof.VERIFIED)).isEqualTo(Rank.BROKEN);
    time.pass(CircuitBreaker.FIRST_COOL_DOWN);
    assertThat(monitor.rank(Proof.STORED)).as("a put proves nothing").isEqualTo(Rank.BROKEN);
    assertThat(monitor.rank(Proof.VERIFIED)).isEqualTo(Rank.TRIAL);
    succeed(Proof.VERIFIED);
    assertThat(state()).isEqualTo(CloudState.SUSPECT);
    assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.GOOD);
    assertThat(monitor.health().explanation())
        .isEqualTo(
            "returned a block whose hash is wrong (at 2026-01-02T03:04:05Z;"
                + " its answers since then were right)");
    time.pass(CloudMonitor.CORRUPTION_MEMORY);
    assertThat(state()).isEqualTo(CloudState.HEALTHY);
    assertThat(monitor.health().corruptions()).isEqualTo(1);
  }

  @Test
  void cloudThatWasCorruptLongAgoGetsATrialWrite() {
    monitor.corrupted("returned a block whose hash is wrong");
    time.pass(CloudMonitor.CORRUPTION_MEMORY);
    assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.TRIAL);
    succeed(Proof.STORED);
    assertThat(monitor.rank(Proof.STORED)).isEqualTo(Rank.GOOD);
    assertThat(state()).isEqualTo(CloudState.HEALTHY);
  }

  @Test
  void missingObjectsMakeSuspectUntilOneIsFound() {
    monitor.absent();
    monitor.absent();
    assertThat(state()).isEqualTo(CloudState.HEALTHY);
    monitor.absent();
    assertThat(state()).isEqualTo(CloudState.SUSPECT);
    assertThat(monitor.rank(Proof.VERIFIED)).isEqualTo(Rank.MISSES_OBJECTS);
    succeed(Proof.STORED);
    assertThat(state()).isEqualTo(CloudState.SUSPECT);
    succeed(Proof.VERIFIED);
    assertThat(state()).isEqualTo(CloudState.HEALTHY);
  }

  @Test
  void tooManyHangingRequestsAreNotJoinedByMore() {
    for (int i = 0; i < 8; i++) {
      assertThat(monitor.admit(Proof.STORED)).isTrue();
      monitor.abandoned();
    }
    assertThat(monitor.admit(Proof.STORED)).isFalse();
    monitor.returned();
    assertThat(monitor.admit(Proof.STORED)).isTrue();
    assertThat(monitor.health().requests()).isEqualTo(9);
  }

  @Test
  void latencyIsSmoothedAndScalesWithTheBytes() {
    LatencyModel model = new LatencyModel();
    assertThat(model.expected(4 << 20)).isEqualTo(Duration.ofSeconds(1));
    assertThat(model.recent(4 << 20, 0)).isZero();
    model.learn(1000, 100, 0);
    model.learn(1000, 200, 0);
    assertThat(model.expected(0)).isEqualTo(Duration.ofNanos(120));
    model.learn(1_000_000, 2_000_120, 0);
    assertThat(model.expected(0)).isEqualTo(Duration.ofNanos(120));
    assertThat(model.expected(1_000_000)).isEqualTo(Duration.ofNanos(2_000_120));
    assertThat(model.recent(1_000_000, 0)).isEqualTo(Duration.ofNanos(2_000_120));
  }

  @Test
  void whatWasLearnedLongAgoNoLongerDecidesWhomToAsk() {
    LatencyModel model = new LatencyModel();
    model.learn(1000, 5_000_000_000L, 0);
    long later = LatencyModel.MEMORY.toNanos();
    assertThat(model.recent(0, later - 1)).isEqualTo(Duration.ofSeconds(5));
    assertThat(model.recent(0, later)).isZero();
    assertThat(model.expected(0)).isEqualTo(Duration.ofSeconds(5));
    model.learn(1000, 1_000, later);
    assertThat(model.expected(0)).isEqualTo(Duration.ofNanos(1_000));
  }

  @Test
  void missingObjectsAreSoonForgotten() {
    for (int i = 0; i < 3; i++) {
      monitor.absent();
    }
    time.pass(CloudMonitor.ABSENCE_MEMORY.minusNanos(1));
    assertThat(state()).isEqualTo(CloudState.SUSPECT);
    time.pass(Duration.ofNanos(1));
    assertThat(state()).isEqualTo(CloudState.HEALTHY);
    assertThat(monitor.rank(Proof.VERIFIED)).isEqualTo(Rank.GOOD);
  }
}
