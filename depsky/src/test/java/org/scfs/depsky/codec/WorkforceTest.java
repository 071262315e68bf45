package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.scfs.ports.Tasks;
import org.scfs.ports.system.SystemEnvironment;

final class WorkforceTest {

  private static final int MUCH = 1 << 30;

  private static AtomicIntegerArray done(Workforce workforce, int count, int bytes) {
    AtomicIntegerArray done = new AtomicIntegerArray(count);
    workforce.each(count, bytes, done::incrementAndGet);
    return done;
  }

  @Test
  void everyPieceIsDoneOnce() {
    Tasks threads = SystemEnvironment.create().tasks();
    for (Workforce workforce : new Workforce[] {Workforce.alone(), Workforce.of(threads)}) {
      for (int count = 0; count < 100; count++) {
        AtomicIntegerArray done = done(workforce, count, MUCH);
        for (int i = 0; i < count; i++) {
          assertThat(done.get(i)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void threadsThatNeverRunAreNotWaitedFor() {
    Tasks never = (_, _) -> () -> {};
    assertThat(done(Workforce.of(never), 5, MUCH).toString()).isEqualTo("[1, 1, 1, 1, 1]");
  }

  @Test
  void littleWorkStartsNoThread() {
    Tasks refusing =
        (_, _) -> {
          throw new AssertionError("no thread was needed");
        };
    assertThat(done(Workforce.of(refusing), 4, 1000).toString()).isEqualTo("[1, 1, 1, 1]");
  }

  @Test
  void whatAPieceThrowsIsThrownWhenAllAreDone() {
    AtomicIntegerArray done = new AtomicIntegerArray(10);
    assertThatThrownBy(
            () ->
                Workforce.of(SystemEnvironment.create().tasks())
                    .each(
                        10,
                        MUCH,
                        i -> {
                          done.incrementAndGet(i);
                          if (i == 3) {
                            throw new IllegalStateException("piece 3");
                          }
                        }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("piece 3");
    assertThat(done.toString()).isEqualTo("[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]");
  }

  @Test
  void interruptionIsKeptForTheCaller() {
    Thread.currentThread().interrupt();
    assertThat(done(Workforce.of(SystemEnvironment.create().tasks()), 4, MUCH).toString())
        .isEqualTo("[1, 1, 1, 1]");
    assertThat(Thread.interrupted()).isTrue();
  }
}
