package org.scfs.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KnownOptionsTest {

  private static final Map<String, Set<String>> STORAGE =
      Map.of("local", Set.of("directory"), "s3", Set.of("bucket", "secret-key"));

  private static final Map<String, Set<String>> SERVICES =
      Map.of("embedded", Set.of("directory"), "zookeeper", Set.of("servers"));

  @Test
  void everythingThatIsUnderstoodPasses() throws SettingsException {
    Settings settings =
        Texts.parse(
            """
            [coordination]
            type = "zookeeper"
            call-timeout = "5s"
            servers = "a:1"
            [clouds.north]
            type = "local"
            directory = "x"
            [clouds.far]
            type = "s3"
            bucket = "b"
            """);

    assertThatCode(() -> settings.requireKnownOptions(STORAGE, SERVICES))
        .doesNotThrowAnyException();
  }

  @Test
  void defaultsPass() throws SettingsException {
    Settings settings = Texts.parse("");

    assertThatCode(() -> settings.requireKnownOptions(STORAGE, SERVICES))
        .doesNotThrowAnyException();
  }

  @Test
  void unknownTypeOfACloudTellsWhichWasMeant() throws SettingsException {
    assertRefused(
        "[clouds.north]\ntype = \"locla\"",
        "scfs.toml:2:1: unknown type \"locla\" of [clouds.north]; did you mean \"local\"?");
  }

  @Test
  void unknownTypeOfTheCoordinationServiceTellsAllThereAre() throws SettingsException {
    assertRefused(
        "[coordination]\ntype = \"etcd\"",
        "scfs.toml:2:1: unknown type \"etcd\" of [coordination]; known: embedded, zookeeper");
  }

  @Test
  void unknownKeyOfACloudTellsWhichWasMeant() throws SettingsException {
    assertRefused(
        "[clouds.north]\ntype = \"local\"\n direcotry = \"x\"",
        "scfs.toml:3:2: unknown key \"direcotry\" in [clouds.north] of type \"local\"; did you mean"
            + " \"directory\"?");
  }

  @Test
  void misspelledCommonKeyOfTheCoordinationServiceTellsWhichWasMeant() throws SettingsException {
    assertRefused(
        "[coordination]\ncall-timout = \"5s\"",
        "scfs.toml:2:1: unknown key \"call-timout\" in [coordination] of type \"embedded\"; did you"
            + " mean \"call-timeout\"?");
  }

  @Test
  void unknownKeyDoesNotRepeatItsValue() throws SettingsException {
    assertRefused(
        "[clouds.far]\ntype = \"s3\"\npassphrase = \"hunter2\"",
        "scfs.toml:3:1: unknown key \"passphrase\" in [clouds.far] of type \"s3\"; known: bucket,"
            + " secret-key, type");
  }

  @Test
  void missingDriversAreTold() throws SettingsException {
    Settings settings = Texts.parse("");

    assertThatThrownBy(() -> settings.requireKnownOptions(Map.of(), Map.of()))
        .hasMessage("scfs.toml: unknown type \"embedded\" of [coordination]; there is none");
  }

  private static void assertRefused(String text, String message) throws SettingsException {
    Settings settings = Texts.parse(text);

    assertThatThrownBy(() -> settings.requireKnownOptions(STORAGE, SERVICES))
        .isInstanceOf(SettingsException.class)
        .hasMessage(message);
  }
}
