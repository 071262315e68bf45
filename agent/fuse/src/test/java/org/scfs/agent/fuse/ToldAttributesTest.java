package org.scfs.agent.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.scfs.agent.vfs.Attributes;
import org.scfs.agent.vfs.FileType;
import org.scfs.agent.vfs.Vfs.EntryName;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Id128;
import org.scfs.ports.Time;

final class ToldAttributesTest {

  private static final EntryName PLACE = new EntryName(new Id128(1, 1), "f");
  private static final EntryName OTHER = new EntryName(new Id128(1, 1), "g");

  private final ManualTime time = new ManualTime();
  private final ToldAttributes told = new ToldAttributes(time, Duration.ofSeconds(1));

  @Test
  void openIsRefusedOnceWhenTheFileIsNotWhatTheKernelWasTold() {
    told.tell(PLACE, file(5));

    assertThat(told.isOutdated(PLACE, file(6), 7)).isTrue();
    assertThat(told.isOutdated(PLACE, file(6), 7)).isFalse();
    assertThat(told.isOutdated(PLACE, file(6), 8)).isTrue();
  }

  @Test
  void openPassesWhenTheKernelIsUpToDateOrKnowsNothing() {
    assertThat(told.isOutdated(PLACE, file(5), 7)).isFalse();
    told.tell(PLACE, file(5));
    assertThat(told.isOutdated(PLACE, file(5), 7)).isFalse();
    assertThat(told.isOutdated(OTHER, file(9), 7)).isFalse();
  }

  @Test
  void whatWasToldIsRememberedAsLongAsTheKernelTrustsIt() {
    told.tell(PLACE, file(5));
    time.nanos += Duration.ofSeconds(4).toNanos();
    assertThat(told.isOutdated(PLACE, file(6), 7)).isTrue();
    time.nanos += Duration.ofSeconds(4).toNanos();
    assertThat(told.isOutdated(PLACE, file(6), 8)).isFalse();
  }

  @Test
  void renameTakesTheMemoryAlong() {
    told.tell(PLACE, file(5));
    told.move(PLACE, OTHER);

    assertThat(told.isOutdated(PLACE, file(6), 7)).isFalse();
    assertThat(told.isOutdated(OTHER, file(6), 7)).isTrue();
  }

  @Test
  void kernelThatRemembersNothingIsNeverOutdated() {
    ToldAttributes none = new ToldAttributes(time, Duration.ZERO);
    none.tell(PLACE, file(5));

    assertThat(none.isOutdated(PLACE, file(6), 7)).isFalse();
  }

  private static Attributes file(long size) {
    Attributes.Times times = new Attributes.Times(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
    return new Attributes(
        new Id128(9, 9), FileType.REGULAR, 0644, new Attributes.Owner(0, 0), 1, size, times, 0);
  }

  private static final class ManualTime implements Time {
    private long nanos;

    @Override
    public Instant now() {
      return Instant.ofEpochSecond(0, nanos);
    }

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public void sleep(Duration duration) {
      nanos += duration.toNanos();
    }

    @Override
    public Cancellable after(Duration delay, Runnable action) {
      throw new UnsupportedOperationException("no timer needed");
    }
  }
}
