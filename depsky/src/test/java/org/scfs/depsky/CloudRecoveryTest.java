package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.depsky.TestVolume.UNIT;
import static org.scfs.depsky.TestVolume.content;
import static org.scfs.depsky.TestVolume.random;
import static org.scfs.depsky.TestVolume.read;

import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.scfs.storage.testkit.FaultyObjectStore;
import org.scfs.storage.testkit.Operation;

/** A cloud that was faulty comes back by itself. */
@Timeout(60)
final class CloudRecoveryTest {

  static Stream<Object> passingFaults() {
    return Misbehaviour.all().stream()
        .filter(fault -> !fault.harmsOldObjectsOnly())
        .map(fault -> fault);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passingFaults")
  void afterTheFaultTheCloudIsUsedAgain(Object fault) throws Exception {
    try (JumpingTime time = new JumpingTime();
        TestVolume volume = TestVolume.in(time.environment(), QuorumParameters.forFaults(4, 1))) {
      var _ = time.run(() -> play(volume, (Misbehaviour) fault));
    }
  }

  private static boolean play(TestVolume volume, Misbehaviour fault) throws Exception {
    AnchoredStore store = volume.store();
    byte[] small = random(1, 30_000);
    VersionRef ref = store.write(UNIT, content(small));
    fault.start().at(volume, 0);
    for (int i = 0; i < 4; i++) {
      store.write(UNIT, content(small));
      assertThat(read(store, ref)).isEqualTo(small);
    }
    FaultyObjectStore cloud = volume.clouds.getFirst();
    cloud.heal();
    long before = cloud.calls(Operation.GET) + cloud.calls(Operation.PUT);
    volume.environment.time().sleep(CircuitBreaker.FIRST_COOL_DOWN.plusSeconds(1));
    for (int i = 0; i < 3; i++) {
      assertThat(read(store, store.write(UNIT, content(small)))).isEqualTo(small);
      assertThat(read(store, ref)).isEqualTo(small);
    }
    assertThat(cloud.calls(Operation.GET) + cloud.calls(Operation.PUT)).isGreaterThan(before);
    assertThat(TestVolume.health(store, 0).state()).isNotEqualTo(CloudState.FAULTY);
    return true;
  }
}
