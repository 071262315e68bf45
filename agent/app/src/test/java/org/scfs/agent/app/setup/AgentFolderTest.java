package org.scfs.agent.app.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.ports.Id128;
import org.scfs.ports.Randomness;

final class AgentFolderTest {

  private static final Randomness NINES = bytes -> Arrays.fill(bytes, (byte) 9);

  @TempDir Path temporary;

  @Test
  void folderServesOneMountAndSaysWhich() throws Exception {
    Path folder = temporary.resolve("cache/v");
    AgentFolder first = AgentFolder.claim(folder, "/home/alice/my files");

    assertThatThrownBy(() -> AgentFolder.claim(folder, "/other"))
        .asInstanceOf(InstanceOfAssertFactories.type(FolderInUse.class))
        .satisfies(
            problem -> {
              assertThat(problem.pid()).isEqualTo(ProcessHandle.current().pid());
              assertThat(problem.purpose()).isEqualTo("/home/alice/my files");
              assertThat(problem).hasMessageContaining(folder.toString());
            });

    first.close();
    AgentFolder.claim(folder, "/other").close();
  }

  @Test
  void agentKeepsItsNameAndACopyOfItsFolderIsAnotherAgent() throws Exception {
    Path folder = temporary.resolve("a");
    Path copy = Files.createDirectory(temporary.resolve("b"));
    String name = nameOf(folder, NINES);

    assertThat(name).matches("[A-Za-z0-9-]+");
    assertThat(nameOf(folder, bytes -> Arrays.fill(bytes, (byte) 1))).isEqualTo(name);
    Files.copy(folder.resolve("agent.id"), copy.resolve("agent.id"));
    assertThat(nameOf(copy, NINES)).isNotEqualTo(name);
  }

  private static String nameOf(Path folder, Randomness randomness) throws Exception {
    try (AgentFolder claimed = AgentFolder.claim(folder, "test")) {
      return claimed.agentName(randomness);
    }
  }

  @Test
  void cacheOfOneVolumeIsRefusedToAnotherOfThatName() throws Exception {
    try (AgentFolder folder = AgentFolder.claim(temporary.resolve("v"), "test")) {
      folder.bindTo(new Id128(1, 1));
      folder.bindTo(new Id128(1, 1));

      assertThatThrownBy(() -> folder.bindTo(new Id128(2, 2)))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("another volume");
    }
  }
}
