package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Files of random bytes in a mount, and what must be in them. */
public final class RandomFiles {

  private final Random random;
  private final Map<String, byte[]> contents = new LinkedHashMap<>();

  /** Files that a seed determines. */
  public RandomFiles(long seed) {
    this.random = new Random(seed);
  }

  /** Writes a file, anew or over what is there. */
  public void write(AgentProcess agent, String name, int size) throws IOException {
    byte[] bytes = bytes(size);
    Path file = agent.path(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    contents.put(name, bytes);
  }

  /** Random bytes. */
  public byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  /** What a file must hold from now on. */
  public void expect(String name, byte[] bytes) {
    contents.put(name, bytes);
  }

  /** Fails the test unless every file has its bytes. */
  public void verify(AgentProcess agent) throws IOException {
    assertThat(contents).isNotEmpty();
    for (String name : contents.keySet()) {
      verify(agent, name);
    }
  }

  /** Fails the test unless a file has its bytes. */
  public void verify(AgentProcess agent, String name) throws IOException {
    byte[] actual = Files.readAllBytes(agent.path(name));
    byte[] expected = Objects.requireNonNull(contents.get(name));
    assertThat(actual.length).as("size of " + name).isEqualTo(expected.length);
    assertThat(Arrays.mismatch(actual, expected)).as("first difference in " + name).isEqualTo(-1);
  }
}
