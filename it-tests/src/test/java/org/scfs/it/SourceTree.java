package org.scfs.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.scfs.it.harness.Shell;

/**
 * A tree as people work with: real sources, symbolic and hard links, odd names, modes and times.
 */
final class SourceTree {

  /** How many files it has at least. */
  static final int FILES = 2_000;

  private static final long LARGEST = 1 << 20;
  private static final List<String> PLACES = List.of("/usr/include", "/usr/share", "/usr/lib");
  private static final Instant FIRST = Instant.parse("2001-02-03T04:05:06.123456789Z");

  private final Path root;
  private int files;

  private SourceTree(Path root) {
    this.root = root;
  }

  /** Makes one. Its sources are those of the Java library if they are there, else this system's. */
  static void make(Path root) throws IOException {
    SourceTree tree = new SourceTree(Files.createDirectory(root));
    Path sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    if (Files.exists(sources)) {
      tree.unpack(sources);
    }
    for (String place : PLACES) {
      tree.collect(Path.of(place));
    }
    assertThat(tree.files).as("files found on this machine").isGreaterThanOrEqualTo(FILES);
    tree.addOddities();
  }

  private void unpack(Path archive) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      List<? extends ZipEntry> entries =
          zip.stream()
              .filter(entry -> entry.getName().startsWith("java.base/java/"))
              .filter(entry -> !entry.isDirectory())
              .toList();
      for (ZipEntry entry : entries) {
        if (files < FILES) {
          try (InputStream content = zip.getInputStream(entry)) {
            add(root.resolve(entry.getName()), content);
          }
        }
      }
    }
  }

  private void collect(Path place) throws IOException {
    if (files >= FILES || !Files.isDirectory(place)) {
      return;
    }
    Shell.Result found =
        Shell.bash(
            place,
            Duration.ofSeconds(30),
            "find . -type f -readable -size -1024k | head -n 4000 || true");
    for (String name : found.lines()) {
      if (files < FILES && Files.size(place.resolve(name)) <= LARGEST) {
        try (InputStream content = Files.newInputStream(place.resolve(name))) {
          add(root.resolve(place.getFileName()).resolve(name).normalize(), content);
        }
      }
    }
  }

  private void add(Path file, InputStream content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.copy(content, file);
    Files.setLastModifiedTime(file, FileTime.from(FIRST.plusSeconds(files * 86_399L)));
    files++;
  }

  private void addOddities() throws IOException {
    Path odd = Files.createDirectory(root.resolve("odd"));
    Files.createSymbolicLink(odd.resolve("relative"), Path.of("../odd/empty"));
    Files.createSymbolicLink(odd.resolve("absolute"), Path.of("/usr"));
    Files.createSymbolicLink(odd.resolve("dangling"), Path.of("no such file, nowhere"));
    Files.createSymbolicLink(odd.resolve("loop"), Path.of("loop"));
    Files.createFile(odd.resolve("empty"));
    Files.writeString(odd.resolve("name with spaces, ünïcödé and \"quotes\" 日本"), "odd");
    Files.writeString(odd.resolve("-leading dash"), "odd");
    Files.writeString(odd.resolve("new\nline"), "odd");
    Files.writeString(odd.resolve("x".repeat(255)), "long");
    Files.createLink(odd.resolve("hard link"), Files.writeString(odd.resolve("hard"), "linked"));
    for (String mode : List.of("r--------", "rw-------", "r-xr-xr-x", "rwxrwxrwx", "rw-r-----")) {
      Path file = Files.writeString(odd.resolve("mode " + mode), mode);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
    Path deep = odd;
    for (int i = 0; i < 30; i++) {
      deep = Files.createDirectory(deep.resolve("deep" + i));
    }
    Files.writeString(deep.resolve("bottom"), "deep");
    Shell.bash(
        odd,
        Duration.ofSeconds(10),
        """
        mkdir sticky private; chmod 1777 sticky; chmod 0700 private
        touch setuid setgid; chmod 4755 setuid; chmod 2755 setgid
        mkdir readonly; touch readonly/inside; chmod 0555 readonly
        touch -d '1969-12-31 23:00:00 UTC' before-1970
        touch -d '2100-01-01 00:00:00.999999999 UTC' in-2100
        """);
  }

  /** Everything about a tree but its contents: names, types, modes, times, link targets, sizes. */
  static Map<String, String> attributes(Path folder) {
    Shell.Result found =
        Shell.bash(
            folder,
            Duration.ofMinutes(2),
            "find . -mindepth 1"
                + " \\( -type d -printf '%p\\t%y %m %T@\\0' \\)"
                + " -o \\( -type l -printf '%p\\t%y %T@ %l\\0' \\)"
                + " -o -printf '%p\\t%y %m %T@ %s %n\\0'");
    return Stream.of(found.output().split("\0"))
        .map(line -> line.split("\t", 2))
        .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
  }
}
