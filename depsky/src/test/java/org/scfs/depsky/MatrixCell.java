package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.depsky.TestVolume.SEGMENT;
import static org.scfs.depsky.TestVolume.UNIT;
import static org.scfs.depsky.TestVolume.content;
import static org.scfs.depsky.TestVolume.random;
import static org.scfs.depsky.TestVolume.read;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.scfs.depsky.register.LockTerms;
import org.scfs.depsky.register.Protocol;
import org.scfs.depsky.register.RegisterStore;
import org.scfs.depsky.register.WriterLock;
import org.scfs.ports.Id128;
import org.scfs.storage.testkit.Operation;

/**
 * One action while some clouds misbehave.
 *
 * @param parameters of the volume
 * @param action what is done
 * @param fault how clouds misbehave
 * @param faulty which ones, as a bit set
 */
record MatrixCell(QuorumParameters parameters, Action action, Misbehaviour fault, int faulty) {

  private static final byte[] SMALL = random(1, 3_000);
  private static final byte[] LARGE = random(2, 2 * SEGMENT + 77);
  private static final byte[] OLD = random(3, 500);
  private static final byte[] NEW = random(4, 600);
  private static final Id128 REGISTER = new Id128(5, 6);
  private static final LockTerms TERMS =
      new LockTerms(Duration.ofMinutes(10), Duration.ofSeconds(10), Duration.ZERO);

  enum Action {
    WRITE,
    READ,
    RANGE_READ,
    REPAIR,
    CONFIDENTIAL_WRITE,
    CONFIDENTIAL_READ,
    REPLICATED_WRITE,
    REPLICATED_READ,
    LOCK
  }

  /** The state of one run. */
  private record Scene(
      TestVolume volume, AnchoredStore store, RegisterStore registers, List<VersionRef> refs) {}

  void run() throws Exception {
    try (JumpingTime time = new JumpingTime();
        TestVolume volume = TestVolume.in(time.environment(), parameters)) {
      var _ =
          time.run(
              () -> {
                play(volume);
                return true;
              });
    }
  }

  private Protocol protocol() {
    return action == Action.REPLICATED_READ || action == Action.REPLICATED_WRITE
        ? Protocol.REPLICATED
        : Protocol.CONFIDENTIAL;
  }

  private boolean tooMany() {
    return Integer.bitCount(faulty) > parameters.f();
  }

  private void play(TestVolume volume) throws Exception {
    Scene scene =
        new Scene(volume, volume.store(), volume.registers(protocol()), new ArrayList<>());
    var _ = scene.registers().write(REGISTER, OLD);
    if (fault.early()) {
      breakClouds(volume);
    }
    scene.refs().add(scene.store().write(UNIT, content(SMALL)));
    scene.refs().add(scene.store().write(UNIT, content(LARGE)));
    if (action != Action.CONFIDENTIAL_WRITE && action != Action.REPLICATED_WRITE) {
      var _ = scene.registers().write(REGISTER, NEW);
    }
    if (!fault.early()) {
      breakClouds(volume);
    }
    if (tooMany()) {
      actWithTooManyFaults(scene);
    } else {
      actAndCheck(scene);
    }
  }

  private void breakClouds(TestVolume volume) throws Exception {
    for (int cloud : faultyClouds()) {
      fault.start().at(volume, cloud);
    }
  }

  private List<Integer> faultyClouds() {
    return IntStream.range(0, parameters.n())
        .filter(i -> (faulty & (1 << i)) != 0)
        .boxed()
        .toList();
  }

  private void actAndCheck(Scene scene) throws Exception {
    List<Long> before = calls(scene.volume());
    long begin = scene.volume().environment.time().nanos();
    act(scene);
    assertBounded(scene, begin);
    assertNamed(scene, before);
    assertOthersInGoodRepute(scene);
    scene.volume().clouds.forEach(cloud -> cloud.heal());
    afterwards(scene);
  }

  /** Wrong results fail in {@link #act}; only a clear error is right beside the right result. */
  private void actWithTooManyFaults(Scene scene) throws Exception {
    long begin = scene.volume().environment.time().nanos();
    try {
      act(scene);
    } catch (DepSkyException.NotEnoughClouds e) {
      assertThat(e).hasMessageContaining("needed ");
      assertThat(faultyClouds())
          .anyMatch(cloud -> String.valueOf(e.getMessage()).contains(TestVolume.name(cloud) + ":"));
    }
    assertBounded(scene, begin);
  }

  private void assertBounded(Scene scene, long begin) {
    long waited = scene.volume().environment.time().nanos() - begin;
    assertThat(Duration.ofNanos(waited)).isLessThan(TestVolume.TIMEOUT.multipliedBy(8));
  }

  private void act(Scene scene) throws Exception {
    AnchoredStore store = scene.store();
    RegisterStore registers = scene.registers();
    switch (action) {
      case WRITE -> {
        byte[] more = random(9, SEGMENT + 5);
        assertThat(read(store, store.write(UNIT, content(NEW)))).isEqualTo(NEW);
        assertThat(read(store, store.write(UNIT, content(more)))).isEqualTo(more);
      }
      case READ -> {
        assertThat(read(store, scene.refs().getFirst())).isEqualTo(SMALL);
        assertThat(read(store, scene.refs().getLast())).isEqualTo(LARGE);
      }
      case RANGE_READ -> assertThat(segment(store, scene.refs().getLast())).isEqualTo(middle());
      case REPAIR -> repair(scene);
      case CONFIDENTIAL_WRITE, REPLICATED_WRITE -> {
        var _ = registers.write(REGISTER, NEW);
        assertThat(registers.readLatest(REGISTER).orElseThrow().bytes()).isEqualTo(NEW);
      }
      case CONFIDENTIAL_READ, REPLICATED_READ -> readRegister(registers);
      case LOCK -> lock(scene);
    }
  }

  private static byte[] middle() {
    return Arrays.copyOfRange(LARGE, SEGMENT, 2 * SEGMENT);
  }

  private static byte[] segment(AnchoredStore store, VersionRef ref) throws DepSkyException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    store
        .open(UNIT, ref)
        .readSegment(
            1,
            (_, plaintext) -> {
              byte[] part = new byte[plaintext.remaining()];
              plaintext.get(part);
              bytes.writeBytes(part);
            });
    return bytes.toByteArray();
  }

  private static void readRegister(RegisterStore registers) throws DepSkyException {
    assertThat(registers.readLatest(REGISTER).orElseThrow().bytes()).isEqualTo(NEW);
    var versions = registers.versions(REGISTER);
    assertThat(versions).hasSize(2);
    byte[] old = registers.readMatching(REGISTER, versions.getFirst().hash()).orElseThrow().bytes();
    assertThat(old).isEqualTo(OLD);
  }

  private void repair(Scene scene) throws DepSkyException {
    for (VersionRef ref : scene.refs()) {
      VersionCheck after = scene.store().repair(UNIT, ref, RepairGoal.EVERYWHERE).after();
      for (BlockFinding finding : after.findings()) {
        boolean lost =
            faultyClouds().stream().map(TestVolume::name).anyMatch(finding.cloud()::equals);
        if (!lost) {
          assertThat(finding.state()).as("%s", finding).isEqualTo(BlockState.GOOD);
        }
      }
    }
  }

  private void lock(Scene scene) throws Exception {
    RegisterStore other = scene.volume().registers(protocol());
    try (WriterLock lock = scene.registers().lock(REGISTER, TERMS).orElseThrow()) {
      assertThat(lock.isHeld()).isTrue();
      // With more than f faulty clouds two may both believe that they hold it.
      if (!tooMany()) {
        assertThat(other.lock(REGISTER, TERMS)).isEmpty();
      }
    }
  }

  /** How often each cloud was asked something in which the fault shows. */
  private List<Long> calls(TestVolume volume) {
    return volume.clouds.stream()
        .map(cloud -> fault.shows().stream().mapToLong(cloud::calls).sum())
        .toList();
  }

  /** A faulty cloud that was asked something in which its fault shows is known as faulty. */
  private void assertNamed(Scene scene, List<Long> before) {
    List<CloudHealth> health =
        switch (action) {
          case WRITE, READ, RANGE_READ, REPAIR -> scene.store().health();
          default -> scene.registers().health();
        };
    for (int cloud : faultyClouds()) {
      boolean asked = calls(scene.volume()).get(cloud) > before.get(cloud);
      // A cloud that was never given anything has nothing wrong to show in reads.
      boolean given = cloud < parameters.n() - parameters.f();
      boolean old = action == Action.WRITE && fault.harmsOldObjectsOnly();
      if (asked && !old && (given || !fault.shows().equals(Set.of(Operation.GET)))) {
        CloudHealth known = health.get(cloud);
        assertThat(known.failures()).as("%s", known).isPositive();
        if (!passes()) {
          assertThat(known.state()).as("%s", known).isNotEqualTo(CloudState.HEALTHY);
          assertThat(known.explanation()).isNotEmpty();
        }
      }
    }
  }

  /** Whether what went well afterwards makes the cloud healthy again; its failure stays counted. */
  private boolean passes() {
    return fault.name().equals("LostAnswer")
        || (fault.name().equals("HalfWritten") && action == Action.LOCK);
  }

  private void assertOthersInGoodRepute(Scene scene) {
    for (int i = 0; i < parameters.n(); i++) {
      if ((faulty & (1 << i)) == 0) {
        for (CloudHealth known :
            List.of(scene.store().health().get(i), scene.registers().health().get(i))) {
          assertThat(known.failures()).as("%s", known).isZero();
        }
      }
    }
  }

  /** All that was acknowledged is there for somebody who knows nothing yet. */
  private void afterwards(Scene scene) throws Exception {
    AnchoredStore store = scene.volume().store();
    assertThat(read(store, scene.refs().getFirst())).isEqualTo(SMALL);
    assertThat(read(store, scene.refs().getLast())).isEqualTo(LARGE);
    RegisterStore registers = scene.volume().registers(protocol());
    assertThat(registers.readLatest(REGISTER).orElseThrow().bytes()).isEqualTo(NEW);
    if (action == Action.REPAIR) {
      assertRepairedWhollyNow(scene);
    }
  }

  /** When the clouds are well again, repair makes all good; then any k clouds suffice. */
  private void assertRepairedWhollyNow(Scene scene) throws Exception {
    AnchoredStore store = scene.volume().store();
    for (VersionRef ref : scene.refs()) {
      VersionCheck after = store.repair(UNIT, ref, RepairGoal.EVERYWHERE).after();
      assertThat(after.count(BlockState.GOOD)).isEqualTo(after.findings().size());
      long puts = puts(scene.volume());
      assertThat(store.repair(UNIT, ref, RepairGoal.EVERYWHERE).repaired()).isZero();
      assertThat(puts(scene.volume())).as("good objects are not touched").isEqualTo(puts);
    }
  }

  private static long puts(TestVolume volume) {
    return volume.clouds.stream()
        .mapToLong(cloud -> cloud.calls(Operation.PUT) + cloud.calls(Operation.DELETE))
        .sum();
  }
}
