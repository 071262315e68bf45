package org.scfs.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.scfs.it.harness.AgentProcess;
import org.scfs.it.harness.Clouds;
import org.scfs.it.harness.Computer;
import org.scfs.it.harness.RandomFiles;
import org.scfs.it.harness.World;

/** What the clouds, and other users of the computer, get to see. */
final class SecrecyIT {

  private static final String CONTENT = "Zanzibar-Marmalade-Contents";
  private static final String FILE = "Quixotic-Walrus-File";
  private static final String FOLDER = "Crimson-Lighthouse-Folder";
  private static final String TARGET = "Velvet-Thunder-Target";
  private static final String ATTRIBUTE = "Obsidian-Parasol-Attribute";

  @RegisterExtension final World world = new World();

  @Test
  void noCloudHoldsPlaintextOfAnyKind() throws Exception {
    AgentProcess agent = world.founder().mount();
    Path folder = Files.createDirectory(agent.path(FOLDER));
    Path file = Files.writeString(folder.resolve(FILE + ".txt"), CONTENT);
    Files.writeString(folder.resolve(FILE + ".large"), (CONTENT + " ").repeat(500_000));
    Files.writeString(folder.resolve(FILE + ".txt"), CONTENT + " again");
    Files.createSymbolicLink(folder.resolve("link"), Path.of(TARGET));
    Files.setAttribute(file, "user:note", UTF_8.encode(ATTRIBUTE));
    Files.move(file, file.resolveSibling(FILE + " renamed"));
    agent.stop();

    List<Needle> needles = new ArrayList<>();
    for (String word : List.of(CONTENT, FILE, FOLDER, TARGET, ATTRIBUTE, "alice")) {
      disguises(word).forEach(disguise -> needles.add(new Needle(word, disguise)));
    }
    int holders = 0;
    for (String cloud : Clouds.NAMES) {
      holders += world.clouds().objects(cloud).isEmpty() ? 0 : 1;
    }
    assertThat(holders).as("clouds with objects; a write may leave one out").isGreaterThan(2);
    for (Path path : world.clouds().everything()) {
      String name = world.root().relativize(path).toString();
      expectNone(needles, "the name " + name, name);
      if (Files.isRegularFile(path)) {
        expectNone(needles, name, new String(Files.readAllBytes(path), ISO_8859_1));
      }
    }
  }

  @Test
  void whoeverLooksForPlaintextFindsIt() {
    assertThat(disguises("abc"))
        .contains("abc", "a\0b\0c\0", "\0a\0b\0c", "616263", "YWJj", "FiY", "hYm");
  }

  private record Needle(String word, String disguise) {}

  private static void expectNone(List<Needle> needles, String where, String bytes) {
    for (Needle needle : needles) {
      assertThat(bytes.contains(needle.disguise))
          .as("%s contains %s as %s", where, needle.word, needle.disguise)
          .isFalse();
    }
  }

  /** Ways to write a word without hiding it, each char of them standing for one byte. */
  private static Set<String> disguises(String word) {
    Set<String> disguises = new LinkedHashSet<>();
    for (String text :
        List.of(word, word.toLowerCase(Locale.ROOT), word.toUpperCase(Locale.ROOT))) {
      disguises.add(text);
      disguises.add(new String(text.getBytes(UTF_16LE), ISO_8859_1));
      disguises.add(new String(text.getBytes(UTF_16BE), ISO_8859_1));
    }
    byte[] bytes = word.getBytes(UTF_8);
    disguises.add(HexFormat.of().formatHex(bytes));
    disguises.add(HexFormat.of().withUpperCase().formatHex(bytes));
    for (int before = 0; before < 3; before++) {
      disguises.add(base64(bytes, before));
    }
    return disguises;
  }

  /** The characters of the Base64 of a text that do not depend on what is around this word. */
  private static String base64(byte[] word, int before) {
    byte[] text = new byte[before + word.length];
    System.arraycopy(word, 0, text, before, word.length);
    String encoded = Base64.getEncoder().withoutPadding().encodeToString(text);
    int first = (before * 8 + 5) / 6;
    int end = (text.length * 8) / 6;
    return encoded.substring(first, end);
  }

  @Test
  void cloudsHoldOneAndAHalfTimesTheData() throws Exception {
    AgentProcess agent = world.founder().mount();
    RandomFiles files = new RandomFiles(3);
    long bytes = 0;
    for (int i = 0; i < 8; i++) {
      int size = (7 << 20) + i * 300_000;
      files.write(agent, "file" + i, size);
      bytes += size;
    }
    agent.stop();

    assertThat((double) world.clouds().bytes() / bytes)
        .isCloseTo(1.5, Percentage.withPercentage(5));
  }

  @Test
  void cacheAndKeysAreTheirOwnersOnly() throws Exception {
    Computer computer = world.founder();
    AgentProcess agent = computer.mount();
    Files.writeString(agent.path("f"), "x");

    Path root = world.root();
    for (Path folder :
        List.of(
            computer.cache(), root.resolve("coordination"), root.resolve("coordination/data"))) {
      expect(folder, "rwx------");
    }
    expect(root.resolve("identity"), "rw-------");
    expect(root.resolve("coordination/secret"), "rw-------");
    assertThat(agent.log())
        .doesNotContain(Files.readString(root.resolve("coordination/secret")).strip());
    assertThat(ProcessHandle.of(agent.pid()).orElseThrow().info().commandLine().orElse(""))
        .contains("org.scfs.agent.app.Scfs")
        .doesNotContain(Files.readString(root.resolve("coordination/secret")).strip());
  }

  private static void expect(Path path, String permissions) throws IOException {
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)))
        .as("permissions of " + path)
        .isEqualTo(permissions);
  }
}
