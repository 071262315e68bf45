package org.scfs.storage.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.scfs.storage.ObjectKey;

final class KeyPathsTest {

  private static final Path ROOT = Path.of("/store");

  private final KeyPaths paths = new KeyPaths(ROOT);

  @Test
  void plainKeysStayReadable() {
    assertThat(file("units/00ff-1_2/block")).isEqualTo("units/00ff-1_2/block.obj");
  }

  @Test
  void keyAndKeyBelowItHaveDifferentNames() {
    assertThat(file("a")).isEqualTo("a.obj");
    assertThat(file("a/b")).isEqualTo("a/b.obj");
    assertThat(file("a.obj/b")).isEqualTo("a%2eobj/b.obj");
  }

  @Test
  void otherBytesAreEscaped() {
    assertThat(file(".incoming/A b")).isEqualTo("%2eincoming/%41%20b.obj");
    assertThat(file("\u00e9%")).isEqualTo("%c3%a9%25.obj");
  }

  @Test
  void longPartsAreCut() {
    assertThat(file("x".repeat(80))).isEqualTo("x".repeat(80) + ".obj");
    assertThat(file("x".repeat(81) + "/y")).isEqualTo("x".repeat(80) + ".more/x/y.obj");
  }

  @Test
  void manyKeysHaveAsManyPortableNames() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Set<ObjectKey> keys = new HashSet<>();
    Set<String> files = new HashSet<>();
    while (keys.size() < 2000) {
      ObjectKey key = randomKey(random);
      keys.add(key);
      Path file = paths.of(key);
      files.add(file.toString().toLowerCase(Locale.ROOT));
      assertThat(file.startsWith(ROOT)).as("seed %s", seed).isTrue();
      assertThat(file.toString())
          .as("seed %s", seed)
          .matches("[a-z0-9_/.%-]+")
          .hasSizeLessThan(4000);
      for (Path name : file) {
        assertThat(name.toString()).as("seed %s", seed).hasSizeLessThanOrEqualTo(245);
      }
      assertThat(paths.keyOf(KeyPaths.bytes(key.value()), file)).as("seed %s", seed).contains(key);
    }
    assertThat(files).as("seed %s", seed).hasSameSizeAs(keys);
  }

  @Test
  void onlyTheOneWayToWriteBytesIsDecoded() {
    assertThat(KeyPaths.decode("a%20b")).contains("a b");
    for (String foreign :
        new String[] {"", "a b", "%4", "%", "%zz", "%61", "%2E", "A", ".x", "~"}) {
      assertThat(KeyPaths.decode(foreign)).as(foreign).isEmpty();
    }
  }

  private String file(String key) {
    return ROOT.relativize(paths.of(new ObjectKey(key))).toString();
  }

  private static ObjectKey randomKey(Random random) {
    String alphabet = "aB0-_.%~+ \u00e9\u20ac";
    StringBuilder key = new StringBuilder();
    int parts = 1 + random.nextInt(3);
    for (int part = 0; part < parts; part++) {
      key.append(part == 0 ? "x" : "/x");
      int length = random.nextInt(random.nextInt(10) == 0 ? 90 : 4);
      for (int i = 0; i < length; i++) {
        key.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
    }
    return new ObjectKey(key.toString());
  }
}
