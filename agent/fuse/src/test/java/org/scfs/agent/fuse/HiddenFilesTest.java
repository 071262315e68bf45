package org.scfs.agent.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.scfs.ports.Id128;

final class HiddenFilesTest {

  private static final Id128 NODE = new Id128(1, 2);
  private static final Id128 DIRECTORY = new Id128(3, 4);

  private final HiddenFiles hidden = new HiddenFiles();

  private static String name(int counter) {
    return String.format(".fuse_hidden%08x%08x", 0xab, counter);
  }

  @Test
  void hiddenNameLeadsToItsNodeUntilItIsForgotten() {
    hidden.add(name(1), NODE, DIRECTORY);

    assertThat(hidden.node(name(1))).contains(NODE);
    assertThat(hidden.forget(name(1))).isTrue();
    assertThat(hidden.forget(name(1))).isFalse();
    assertThat(hidden.node(name(1))).isEmpty();
  }

  @Test
  void hiddenFileCanBeHiddenAgain() {
    hidden.add(name(1), NODE, DIRECTORY);

    assertThat(hidden.move(name(1), name(2))).isTrue();
    assertThat(hidden.move(name(1), name(3))).isFalse();
    assertThat(hidden.node(name(1))).isEmpty();
    assertThat(hidden.node(name(2))).contains(NODE);
  }

  @Test
  void removedDirectoryTakesItsHiddenFilesAlong() {
    hidden.add(name(1), NODE, DIRECTORY);
    hidden.add(name(2), NODE, new Id128(5, 6));

    hidden.forgetDirectory(DIRECTORY);

    assertThat(hidden.node(name(1))).isEmpty();
    assertThat(hidden.node(name(2))).contains(NODE);
  }

  @Test
  void onlyNamesNearTheCountAreTakenForLibfusesOwn() {
    assertThat(hidden.isNextName(name(1))).isTrue();
    assertThat(hidden.isNextName(name(5000))).isFalse();
    hidden.add(name(1000), NODE, DIRECTORY);
    assertThat(hidden.isNextName(name(1001))).isTrue();
    assertThat(hidden.isNextName("plain")).isFalse();
    assertThat(HiddenFiles.isReserved(name(5000))).isTrue();
    assertThat(HiddenFiles.isReserved(".fuse_hidden")).isFalse();
    assertThat(HiddenFiles.isReserved(name(1) + "x")).isFalse();
  }
}
