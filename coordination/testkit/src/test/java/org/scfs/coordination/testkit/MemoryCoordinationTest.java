package org.scfs.coordination.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.coordination.testkit.Steps.A;
import static org.scfs.coordination.testkit.Steps.B;
import static org.scfs.coordination.testkit.Steps.LOCKS;
import static org.scfs.coordination.testkit.Steps.acquire;
import static org.scfs.coordination.testkit.Steps.assertAbsent;
import static org.scfs.coordination.testkit.Steps.assertBusy;
import static org.scfs.coordination.testkit.Steps.assertHolds;
import static org.scfs.coordination.testkit.Steps.background;
import static org.scfs.coordination.testkit.Steps.createNode;
import static org.scfs.coordination.testkit.Steps.eventually;
import static org.scfs.coordination.testkit.Steps.read;
import static org.scfs.coordination.testkit.Steps.setNode;
import static org.scfs.coordination.testkit.Steps.thrown;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.Lock;
import org.scfs.coordination.ReadLevel;
import org.scfs.coordination.ReadRequest;
import org.scfs.coordination.SessionState;
import org.scfs.ports.system.SystemEnvironment;

/** The contract, and the faults and counters that only the service in memory has. */
final class MemoryCoordinationTest implements CoordinationContract {

  private final MemoryCoordination service =
      new MemoryCoordination(SystemEnvironment.create(), Duration.ofMillis(300));

  @Override
  public CoordinationService connect(String agent) {
    return service.connect(agent);
  }

  @Override
  public void expireSession(CoordinationService client) {
    ((MemoryClient) client).expireSession();
  }

  @Override
  public void loseNextReply(CoordinationService client) {
    ((MemoryClient) client).loseNextReply();
  }

  @Override
  public void loseNextRequest(CoordinationService client) {
    ((MemoryClient) client).loseNextRequest();
  }

  @Test
  void everyCallIsOneRoundTrip() throws Exception {
    MemoryClient client = service.connect("one");
    createNode(client, LOCKS, "");
    assertThat(client.roundTrips()).isEqualTo(new RoundTrips(0, 1, 0));
    RoundTrips before = client.roundTrips();
    client
        .metadata()
        .read(new ReadRequest(List.of(A, B), List.of(LOCKS, A), ReadLevel.LINEARIZABLE));
    Lock lock = acquire(client, "file");
    client.locks().release(lock);
    assertThat(client.roundTrips().since(before)).isEqualTo(new RoundTrips(1, 0, 1));
    assertThat(client.roundTrips().total()).isEqualTo(3);
  }

  @Test
  void callsFailInTimeWhileTheServiceIsOffAndWaitForItToComeBack() throws Exception {
    MemoryClient client = service.connect("one");
    createNode(client, A, "a");
    service.setAvailable(false);
    assertThat(client.session().state()).isEqualTo(SessionState.SUSPENDED);
    thrown(CoordinationException.Unavailable.class, () -> read(client, A));
    thrown(CoordinationException.Unavailable.class, () -> setNode(client, A, "b", 0));
    Steps.Background<Boolean> waiting = background(() -> read(client, A).isPresent());
    service.setAvailable(true);
    assertThat(waiting.result()).isTrue();
    assertHolds(client, A, "a", 0);
  }

  @Test
  void anAgentThatIsCutOffNoticesTheEndOfItsSessionOnlyWhenItIsBack() throws Exception {
    MemoryClient ann = service.connect("ann");
    MemoryClient bob = service.connect("bob");
    createNode(ann, LOCKS, "");
    Lock lock = acquire(ann, "file");
    ann.setReachable(false);
    ann.expireSession();
    assertThat(acquire(bob, "file").appearsHeld()).isTrue();
    assertThat(lock.appearsHeld()).isTrue();
    ann.setReachable(true);
    assertThat(lock.appearsHeld()).isFalse();
    assertThat(ann.session().state()).isEqualTo(SessionState.LOST);
    eventually(() -> assertThat(ann.session().state()).isEqualTo(SessionState.CONNECTED));
    assertBusy(ann, "file");
  }

  @Test
  void aReleaseWithoutAConnectionTakesEffectWhenItIsBack() throws Exception {
    MemoryClient ann = service.connect("ann");
    MemoryClient bob = service.connect("bob");
    createNode(ann, LOCKS, "");
    Lock lock = acquire(ann, "file");
    ann.setReachable(false);
    ann.locks().release(lock);
    assertBusy(bob, "file");
    ann.setReachable(true);
    assertThat(acquire(bob, "file").appearsHeld()).isTrue();
  }

  @Test
  void theOutcomeIsUnknownWhenTheConnectionDoesNotComeBack() throws Exception {
    MemoryClient client = service.connect("one");
    createNode(client, A, "before");
    client.cutOffAtNextCommit(true);
    thrown(CoordinationException.OutcomeUnknown.class, () -> setNode(client, A, "landed", 0));
    client.setReachable(true);
    assertHolds(client, A, "landed", 1);
    client.cutOffAtNextCommit(false);
    thrown(CoordinationException.OutcomeUnknown.class, () -> setNode(client, A, "lost", 1));
    client.setReachable(true);
    assertHolds(client, A, "landed", 1);
  }

  @Test
  void aLaggingServerShowsOldDataToSequentialReadsOnly() throws Exception {
    MemoryClient reader = service.connect("reader");
    MemoryClient writer = service.connect("writer");
    reader.setLagging(true);
    createNode(writer, A, "new");
    assertThat(reader.metadata().read(A, ReadLevel.SEQUENTIAL)).isEmpty();
    assertThat(read(reader, A)).isPresent();
    assertThat(reader.metadata().read(A, ReadLevel.SEQUENTIAL)).isPresent();
    setNode(writer, A, "newer", 0);
    createNode(reader, B, "own commits end the lag");
    assertThat(reader.metadata().read(A, ReadLevel.SEQUENTIAL).map(Steps::text)).contains("newer");
    assertAbsent(reader, LOCKS);
  }
}
