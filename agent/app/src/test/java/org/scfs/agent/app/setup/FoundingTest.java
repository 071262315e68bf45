package org.scfs.agent.app.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.volume.VolumeDefinition;
import org.scfs.config.SettingsTemplate;
import org.scfs.config.VolumeSettings;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.testkit.MemoryCoordination;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;

final class FoundingTest {

  @TempDir Path folder;
  private final Environment environment = SystemEnvironment.create();
  private CoordinationService coordination;

  @BeforeEach
  void connect() {
    coordination = new MemoryCoordination().connect("test");
  }

  private Configuration configuration(String more) throws Exception {
    String text =
        new SettingsTemplate(Path.of(""), List.of("n", "e", "s", "w"), "v").render() + more;
    return Configuration.load(Files.writeString(folder.resolve("scfs.toml"), text));
  }

  private Founding founding(Configuration configuration) {
    return new Founding(configuration, coordination, environment);
  }

  private static VolumeSettings volume(Configuration configuration) throws Exception {
    return configuration.settings().volume("v");
  }

  @Test
  void createdVolumeIsFoundAndItsCloudsArePrepared() throws Exception {
    Configuration configuration = configuration("");
    Founding founding = founding(configuration);
    assertThat(founding.find(volume(configuration))).isEmpty();
    assertThat(folder.resolve("clouds")).doesNotExist();

    VolumeDefinition created = founding.create(volume(configuration));

    assertThat(founding.find(volume(configuration))).contains(created);
    assertThat(created.clouds()).containsExactly("n", "e", "s", "w");
    assertThat(folder.resolve("clouds/w")).isDirectory();
  }

  @Test
  void cloudsInAnotherOrderAreAnErrorThatNamesBoth() throws Exception {
    Configuration before = configuration("");
    var _ = founding(before).create(volume(before));
    Path file = folder.resolve("scfs.toml");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("[\"n\", \"e\", \"s\", \"w\"]", "[\"e\", \"n\", \"s\", \"w\"]"));
    Configuration after = Configuration.load(file);

    assertThatThrownBy(() -> founding(after).find(volume(after)))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("[\"e\", \"n\", \"s\", \"w\"]")
        .hasMessageContaining("[\"n\", \"e\", \"s\", \"w\"]");
  }

  @Test
  void otherParametersAreAnError() throws Exception {
    Configuration before = configuration("");
    var _ = founding(before).create(volume(before));

    for (String more : List.of("key-shares = 2\nfaulty = 0\n", "segment-size = \"64 KiB\"\n")) {
      Configuration after = configuration(more);
      assertThatThrownBy(() -> founding(after).find(volume(after)))
          .isInstanceOf(Failure.class)
          .hasMessageContaining("was created with");
    }
  }
}
