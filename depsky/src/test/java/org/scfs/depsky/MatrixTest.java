package org.scfs.depsky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every set of at most f clouds with every fault in every operation, and sets of one more. Cells
 * have a clock of their own and run side by side.
 */
@Timeout(300)
final class MatrixTest {

  private static final int SIDE_BY_SIDE = 4;
  private static final QuorumParameters FOUR = QuorumParameters.forFaults(4, 1);
  private static final QuorumParameters SEVEN = QuorumParameters.forFaults(7, 2);

  static Stream<Arguments> rows() {
    return Stream.of(MatrixCell.Action.values())
        .flatMap(action -> Misbehaviour.all().stream().map(fault -> Arguments.of(action, fault)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("rows")
  void oneFaultyCloudOfFourHarmsNothing(Object action, Object fault) {
    run(FOUR, action, fault, subsets(4, 1, 1));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("rows")
  void twoFaultyCloudsOfFourAreAClearError(Object action, Object fault) {
    run(FOUR, action, fault, subsets(4, 2, 2));
  }

  @Tag("matrix")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("rows")
  void twoFaultyCloudsOfSevenHarmNothing(Object action, Object fault) {
    run(SEVEN, action, fault, subsets(7, 1, 2));
  }

  @Tag("matrix")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("rows")
  void threeFaultyCloudsOfSevenAreAClearError(Object action, Object fault) {
    run(SEVEN, action, fault, List.of(0b111, 0b1110000, 0b1010100, 0b0101001));
  }

  private static List<Integer> subsets(int n, int least, int most) {
    return Stream.iterate(1, set -> set + 1)
        .limit((1 << n) - 1)
        .filter(set -> Integer.bitCount(set) >= least && Integer.bitCount(set) <= most)
        .toList();
  }

  private static void run(
      QuorumParameters parameters, Object action, Object fault, List<Integer> sets) {
    Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
      List<Future<?>> cells = new ArrayList<>();
      for (int set : sets) {
        MatrixCell cell =
            new MatrixCell(parameters, (MatrixCell.Action) action, (Misbehaviour) fault, set);
        cells.add(
            executor.submit(
                () -> {
                  try {
                    cell.run();
                  } catch (Exception | AssertionError e) {
                    failures.put(set, e);
                  }
                }));
      }
      for (Future<?> cell : cells) {
        assertDoesNotThrow(() -> cell.get());
      }
    }
    failures.forEach((set, failure) -> failure.addSuppressed(named(set)));
    assertThat(failures.values()).isEmpty();
  }

  private static Exception named(int set) {
    return new Exception("with the faulty clouds " + Integer.toBinaryString(set));
  }
}
