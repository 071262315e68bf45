package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Four folders that play the clouds, and everything bad that can happen to one of them. */
public final class Clouds {

  /** Their names, in the volume's order. */
  public static final List<String> NAMES = List.of("north", "east", "south", "west");

  private static final long SEED = 20_261_121;
  private static final int BUFFER = 64 * 1024;

  private final Path root;

  /** Clouds below a folder; {@code scfs init} makes them. */
  Clouds(Path root) {
    this.root = root;
  }

  /** What can be done to a cloud. */
  public enum Damage {
    /** The folder is not there any more. */
    REMOVED,
    /** Whoever reads the folder, root too, gets an error: it is a file. */
    UNREADABLE,
    /** Every object has its size, and random bytes. */
    RANDOM,
    /** Every object ends in its middle. */
    TRUNCATED,
    /** Every object is empty. */
    EMPTIED
  }

  /** The folder of a cloud. */
  public Path folder(String name) {
    return root.resolve(name);
  }

  private Path aside(String name) {
    return root.resolve(name + ".aside");
  }

  /** Damages a cloud; {@link #restore} undoes it. */
  public void damage(String name, Damage damage) throws IOException {
    switch (damage) {
      case REMOVED -> Files.move(folder(name), aside(name));
      case UNREADABLE -> {
        Files.move(folder(name), aside(name));
        Files.writeString(folder(name), "no folder");
      }
      case RANDOM -> overwriteAll(name, 0);
      case TRUNCATED -> overwriteAll(name, 2);
      case EMPTIED -> overwriteAll(name, Long.MAX_VALUE);
    }
  }

  /** Keeps a copy of the cloud as it is, and damages every object. */
  private void overwriteAll(String name, long divisor) throws IOException {
    Trees.copy(folder(name), aside(name));
    Random random = new Random(SEED);
    List<Path> objects = objects(name);
    assertThat(objects).as("objects of " + name).isNotEmpty();
    for (Path object : objects) {
      long size = Files.size(object);
      try (var channel = Files.newByteChannel(object, StandardOpenOption.WRITE)) {
        if (divisor != 0) {
          channel.truncate(size / divisor);
          continue;
        }
        byte[] bytes = new byte[BUFFER];
        for (long left = size; left > 0; left -= BUFFER) {
          random.nextBytes(bytes);
          channel.write(ByteBuffer.wrap(bytes, 0, (int) Math.min(left, BUFFER)));
        }
      }
    }
  }

  /** Brings back a cloud as it was before it was damaged. */
  public void restore(String name) throws IOException {
    Trees.delete(folder(name));
    Files.move(aside(name), folder(name));
  }

  /** All objects of a cloud. */
  public List<Path> objects(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder(name))) {
      return files.filter(file -> file.toString().endsWith(".obj")).toList();
    }
  }

  /** The clouds' names, first those that hold the most objects: a write leaves one cloud out. */
  public List<String> byUse() throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    for (String name : NAMES) {
      counts.put(name, objects(name).size());
    }
    return NAMES.stream().sorted(Comparator.comparing(counts::get).reversed()).toList();
  }

  /** Everything that lies in the clouds. */
  public List<Path> everything() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String name : NAMES) {
      try (Stream<Path> files = Files.walk(folder(name))) {
        files.forEach(all::add);
      }
    }
    return all;
  }

  /** How many bytes lie in all clouds together. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (Path file : everything()) {
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }
}
