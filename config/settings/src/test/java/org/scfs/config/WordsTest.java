package org.scfs.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WordsTest {

  @ParameterizedTest
  @CsvSource({
    "north, north, 0",
    "nroth, north, 1",
    "nort, north, 1",
    "noorth, north, 1",
    "NORTH, north, 0",
    "'', abc, 3",
    "abc, '', 3",
    "kitten, sitting, 3",
    "ca, abc, 3",
  })
  void distanceCountsSlipsOfTheFingers(String one, String other, int distance) {
    assertThat(Suggestion.distance(one, other)).isEqualTo(distance);
    assertThat(Suggestion.distance(other, one)).isEqualTo(distance);
  }

  @Test
  void nearestWordIsSuggestedAndFarOnesAreNot() {
    List<String> known = List.of("west", "east", "north");

    assertThat(Suggestion.nearest("eest", known)).contains("east");
    assertThat(Suggestion.nearest("nrth", known)).contains("north");
    assertThat(Suggestion.nearest("bananas", known)).isEmpty();
    assertThat(Suggestion.nearest("x", List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0 B, 0",
    "1B, 1",
    "8 MiB, 8388608",
    "8mib, 8388608",
    "' 64  KiB ', 65536",
    "3 GiB, 3221225472",
    "2 TiB, 2199023255552",
    "1 KB, 1000",
    "1 MB, 1000000",
    "1 GB, 1000000000",
    "1 TB, 1000000000000",
  })
  void sizesAreRead(String text, long bytes) {
    assertThat(Quantity.bytes(text)).hasValue(bytes);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "500ms, 500", "10s, 10000", "5 m, 300000", "2h, 7200000"})
  void durationsAreRead(String text, long milliseconds) {
    assertThat(Quantity.milliseconds(text)).hasValue(milliseconds);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "8", "MiB", "8 MiB 2", "0x8 B", "8 ms", "9999999999999999999 B", "٣ B"})
  void whatIsNoSizeIsRefused(String text) {
    assertThat(Quantity.bytes(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "8", "ms", "1s2ms", "-1s", "8 MiB", "999999999999999999h"})
  void whatIsNoDurationIsRefused(String text) {
    assertThat(Quantity.milliseconds(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0 B, 0", "100 B, 100", "64 KiB, 65536", "64 MiB, 67108864", "20 GiB, 21474836480"})
  void sizesAreWritten(String text, long bytes) {
    assertThat(Quantity.formatBytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0ms, 0", "500ms, 500", "10s, 10000", "5m, 300000", "24h, 86400000"})
  void durationsAreWritten(String text, long milliseconds) {
    assertThat(Quantity.format(Duration.ofMillis(milliseconds))).isEqualTo(text);
  }
}
