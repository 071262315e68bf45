package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.depsky.TestVolume.SEGMENT;
import static org.scfs.depsky.TestVolume.UNIT;
import static org.scfs.depsky.TestVolume.content;
import static org.scfs.depsky.TestVolume.random;
import static org.scfs.depsky.TestVolume.read;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.scfs.storage.testkit.Fault;
import org.scfs.storage.testkit.FaultyObjectStore;
import org.scfs.storage.testkit.Operation;

/** Every cloud with every fault, alone and two at a time, while writing and while reading. */
final class FaultMatrixTest {

  private static final int SMALL = 30_000;
  private static final int LARGE = 3 * SEGMENT + 77;

  /** A fault, and whether it shows at writing and at reading. */
  private record Case(String name, boolean whenWriting, boolean whenReading, Breaking breaking) {}

  private interface Breaking {
    void apply(TestVolume volume, int cloud) throws Exception;
  }

  private static Case fault(String name, boolean writing, boolean reading, Fault fault) {
    return new Case(name, writing, reading, (volume, i) -> volume.clouds.get(i).start(fault));
  }

  private static List<Case> cases() {
    return List.of(
        fault("down", true, true, new Fault.Down()),
        fault("denied", true, true, new Fault.Denied()),
        fault("hanging", true, true, new Fault.Hanging()),
        fault("slow", true, true, new Fault.Slow(Duration.ofSeconds(20))),
        fault("throttling", true, true, new Fault.Throttling(Duration.ofSeconds(3))),
        fault("half-written", true, false, new Fault.HalfWritten()),
        fault("wrong", false, true, new Fault.FlippedBit()),
        fault("random", false, true, new Fault.RandomBytes()),
        fault("truncated", false, true, new Fault.Truncated()),
        fault("forgetful", false, false, new Fault.Forgetful()),
        new Case("emptied", false, true, FaultMatrixTest::empty),
        new Case("stale", false, true, FaultMatrixTest::swap));
  }

  private static void empty(TestVolume volume, int cloud) throws Exception {
    volume.below.get(cloud).delete(volume.keys(cloud));
  }

  /** Puts each object's bytes under the name of another one: genuine bytes in the wrong place. */
  private static void swap(TestVolume volume, int cloud) throws Exception {
    var keys = volume.keys(cloud);
    List<byte[]> objects = new ArrayList<>();
    for (var key : keys) {
      objects.add(volume.object(cloud, key));
    }
    for (int i = 0; i < keys.size(); i++) {
      byte[] other = objects.get((i + 1) % keys.size());
      volume
          .below
          .get(cloud)
          .put(keys.get(i), org.scfs.storage.Payload.of(other), org.scfs.storage.PutMode.REPLACE);
    }
  }

  static Stream<Arguments> oneFaultyCloud() {
    return cases().stream()
        .flatMap(c -> Stream.of(0, 1, 2, 3).map(i -> Arguments.of(c.name() + " at " + i, c, i)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oneFaultyCloud")
  void writingGoesOnAndNamesTheFaultyCloud(String name, Object given, int faulty) throws Exception {
    Case fault = (Case) given;
    try (TestVolume volume = TestVolume.fast();
        AnchoredStore store = volume.store()) {
      fault.breaking().apply(volume, faulty);
      byte[] small = random(1, SMALL);
      byte[] large = random(2, LARGE);
      VersionRef smallRef = store.write(UNIT, content(small));
      VersionRef largeRef = store.write(UNIT, content(large));
      if (fault.whenWriting() && faulty < 3) {
        assertNamed(store, faulty);
      }
      assertOthersHealthy(store, faulty);
      assertThat(read(store, smallRef)).isEqualTo(small);
      assertThat(read(store, largeRef)).isEqualTo(large);
      volume.clouds.get(faulty).heal();
      try (AnchoredStore other = volume.store()) {
        assertThat(read(other, smallRef)).isEqualTo(small);
        assertThat(read(other, largeRef)).isEqualTo(large);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oneFaultyCloud")
  void readingGoesOnAndNamesTheFaultyCloud(String name, Object given, int faulty) throws Exception {
    Case fault = (Case) given;
    try (TestVolume volume = TestVolume.fast();
        AnchoredStore writer = volume.store();
        AnchoredStore store = volume.store()) {
      byte[] small = random(1, SMALL);
      byte[] large = random(2, LARGE);
      VersionRef smallRef = writer.write(UNIT, content(small));
      VersionRef largeRef = writer.write(UNIT, content(large));
      fault.breaking().apply(volume, faulty);
      for (int i = 0; i < 3; i++) {
        assertThat(read(store, smallRef)).isEqualTo(small);
        assertThat(read(store, largeRef)).isEqualTo(large);
      }
      if (fault.whenReading() && faulty < 2) {
        assertNamed(store, faulty);
      }
      assertOthersHealthy(store, faulty);
    }
  }

  private static void assertNamed(AnchoredStore store, int faulty) {
    CloudHealth health = TestVolume.health(store, faulty);
    assertThat(health.cloud()).isEqualTo(TestVolume.name(faulty));
    assertThat(health.state()).isNotEqualTo(CloudState.HEALTHY);
    assertThat(health.explanation()).isNotEmpty();
  }

  private static void assertOthersHealthy(AnchoredStore store, int faulty) {
    for (int i = 0; i < 4; i++) {
      if (i != faulty) {
        CloudHealth health = TestVolume.health(store, i);
        assertThat(health.corruptions()).as("%s", health).isZero();
        assertThat(health.state()).as("%s", health).isNotEqualTo(CloudState.FAULTY);
      }
    }
  }

  static Stream<Arguments> twoFaultyClouds() {
    return cases().stream()
        .filter(c -> c.whenWriting() || c.whenReading())
        .map(c -> Arguments.of(c.name(), c));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("twoFaultyClouds")
  void withTwoFaultyCloudsNothingWrongIsReturned(String name, Object given) throws Exception {
    Case fault = (Case) given;
    try (TestVolume volume = TestVolume.fast();
        AnchoredStore writer = volume.store();
        AnchoredStore store = volume.store()) {
      VersionRef small = writer.write(UNIT, content(random(1, SMALL)));
      VersionRef large = writer.write(UNIT, content(random(2, LARGE)));
      fault.breaking().apply(volume, 0);
      fault.breaking().apply(volume, 1);
      if (fault.whenReading()) {
        long begin = volume.environment.time().nanos();
        for (VersionRef ref : List.of(small, large)) {
          assertThatThrownBy(() -> read(store, ref))
              .isInstanceOf(DepSkyException.NotEnoughClouds.class)
              .hasMessageContaining(TestVolume.name(0) + ": ")
              .hasMessageContaining(TestVolume.name(1) + ": ");
        }
        assertBounded(volume, begin, 2);
      }
      if (fault.whenWriting()) {
        long begin = volume.environment.time().nanos();
        for (int size : new int[] {SMALL, LARGE}) {
          assertThatThrownBy(() -> writer.write(UNIT, content(random(3, size))))
              .isInstanceOf(DepSkyException.NotEnoughClouds.class)
              .hasMessageContaining("needed 3 of 4");
        }
        assertBounded(volume, begin, 2);
      }
      volume.clouds.forEach(FaultyObjectStore::heal);
      if (fault.whenWriting()) {
        assertThat(read(store, small)).isEqualTo(random(1, SMALL));
        assertThat(read(store, large)).isEqualTo(random(2, LARGE));
      }
    }
  }

  private static void assertBounded(TestVolume volume, long begin, int calls) {
    Duration waited = Duration.ofNanos(volume.environment.time().nanos() - begin);
    assertThat(waited).isLessThan(TestVolume.TIMEOUT.multipliedBy(2L * calls));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("oneFaultyCloud")
  void afterTheFaultTheCloudIsUsedAgain(String name, Object given, int faulty) throws Exception {
    Case fault = (Case) given;
    if (faulty > 0 || fault.name().equals("emptied") || fault.name().equals("stale")) {
      return;
    }
    try (TestVolume volume = TestVolume.fast();
        AnchoredStore store = volume.store()) {
      byte[] small = random(1, SMALL);
      VersionRef ref = store.write(UNIT, content(small));
      fault.breaking().apply(volume, faulty);
      for (int i = 0; i < 4; i++) {
        store.write(UNIT, content(small));
        assertThat(read(store, ref)).isEqualTo(small);
      }
      volume.clouds.get(faulty).heal();
      FaultyObjectStore cloud = volume.clouds.get(faulty);
      long before = cloud.calls(Operation.GET) + cloud.calls(Operation.PUT);
      volume.environment.time().sleep(CircuitBreaker.FIRST_COOL_DOWN.plusSeconds(1));
      for (int i = 0; i < 3; i++) {
        assertThat(read(store, store.write(UNIT, content(small)))).isEqualTo(small);
        assertThat(read(store, ref)).isEqualTo(small);
      }
      assertThat(cloud.calls(Operation.GET) + cloud.calls(Operation.PUT)).isGreaterThan(before);
      assertThat(TestVolume.health(store, faulty).state()).isNotEqualTo(CloudState.FAULTY);
    }
  }
}
