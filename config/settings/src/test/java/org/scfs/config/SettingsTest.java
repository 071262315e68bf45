package org.scfs.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {

  @Test
  void emptyTextGivesTheDefaults() throws SettingsException {
    Settings settings = Texts.parse("");

    assertThat(settings.user())
        .isEqualTo(new UserSettings("alice", Path.of("/home/alice/.config/scfs/identity")));
    assertThat(settings.cache())
        .isEqualTo(new CacheSettings(Path.of("/home/alice/.cache/scfs"), 20L << 30));
    assertThat(settings.coordination())
        .isEqualTo(
            new CoordinationServiceSettings(
                "embedded",
                Duration.ofSeconds(10),
                Map.of("directory", "/home/alice/.local/share/scfs/coordination")));
    assertThat(settings.stateDirectory()).isEqualTo(Path.of("/home/alice/.local/state/scfs"));
    assertThat(settings.clouds()).isEmpty();
    assertThat(settings.volumes()).isEmpty();
  }

  @Test
  void volumeHasDefaults() throws SettingsException {
    VolumeSettings volume = Texts.volume("");

    assertThat(volume.name()).isEqualTo("v");
    assertThat(volume.clouds()).containsExactly("a", "b", "c", "d");
    assertThat(volume.faulty()).isEqualTo(1);
    assertThat(volume.dataBlocks()).isEqualTo(2);
    assertThat(volume.keyShares()).isEqualTo(2);
    assertThat(volume.segmentBytes()).isEqualTo(8 << 20);
    assertThat(volume.metadataTtl()).isEqualTo(Duration.ofMillis(500));
    assertThat(volume.lockWait()).isEqualTo(Duration.ofSeconds(2));
    assertThat(volume.cloudTimeout()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void everyKeyOfTheSingleSectionsIsRead() throws SettingsException {
    Settings settings =
        Texts.parse(
            """
            state-directory = "state"
            [user]
            name = "bob@example.org"
            identity = "/keys/bob"
            [cache]
            directory = "/var/cache/scfs"
            limit = "64 MiB"
            [coordination]
            type = "zookeeper"
            call-timeout = "1m"
            servers = "one:2181,two:2181"
            """);

    assertThat(settings.stateDirectory()).isEqualTo(Path.of("/etc/scfs/state"));
    assertThat(settings.user())
        .isEqualTo(new UserSettings("bob@example.org", Path.of("/keys/bob")));
    assertThat(settings.cache())
        .isEqualTo(new CacheSettings(Path.of("/var/cache/scfs"), 64L << 20));
    assertThat(settings.coordination())
        .isEqualTo(
            new CoordinationServiceSettings(
                "zookeeper", Duration.ofMinutes(1), Map.of("servers", "one:2181,two:2181")));
  }

  @Test
  void everyKeyOfAVolumeIsRead() throws SettingsException {
    Settings settings =
        Texts.parse(
            Texts.CLOUDS
                + """
                [volumes.v]
                clouds = ["g", "f", "e", "d", "c", "b", "a"]
                faulty = 1
                data-blocks = 5
                key-shares = 3
                segment-size = "64 KiB"
                metadata-ttl = "0"
                lock-wait = "250ms"
                cloud-timeout = "2m"
                """);

    assertThat(settings.volume("v").clouds()).containsExactly("g", "f", "e", "d", "c", "b", "a");
    assertThat(settings.volume("v"))
        .isEqualTo(
            new VolumeSettings(
                "v",
                settings.volume("v").clouds(),
                1,
                5,
                3,
                64 << 10,
                Duration.ZERO,
                Duration.ofMillis(250),
                Duration.ofMinutes(2)));
  }

  @Test
  void cloudsAndVolumesKeepTheOrderOfTheFile() throws SettingsException {
    Settings settings =
        Texts.parse(
            """
            [clouds.zebra]
            type = "local"
            directory = "z"
            [clouds.ant]
            type = "local"
            directory = "a"
            [volumes.second]
            clouds = ["ant"]
            [volumes.first]
            clouds = ["zebra"]
            """);

    assertThat(settings.clouds().keySet()).containsExactly("zebra", "ant");
    assertThat(settings.volumes().keySet()).containsExactly("second", "first");
    assertThat(settings.cloudsOf(settings.volume("first")))
        .containsExactly(new CloudSettings("zebra", "local", Map.of("directory", "/etc/scfs/z")));
  }

  @Test
  void optionsOfDriversBecomeStringsAndPathsAreResolved() throws SettingsException {
    Settings settings =
        Texts.parse(
            """
            [clouds.mine]
            type = "s3"
            port = 9000
            path-style = true
            region = "~/not-a-path"
            key-file = "~/key"
            directory = "data"
            file = "/one"
            """);

    assertThat(Objects.requireNonNull(settings.clouds().get("mine")).options())
        .isEqualTo(
            Map.of(
                "port", "9000",
                "path-style", "true",
                "region", "~/not-a-path",
                "key-file", "/home/alice/key",
                "directory", "/etc/scfs/data",
                "file", "/one"));
  }

  @Test
  void embeddedDirectoryIsNoDefaultOfAnotherCoordinationService() throws SettingsException {
    Settings settings = Texts.parse("[coordination]\ntype = \"zookeeper\"");

    assertThat(settings.coordination().options()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 1", "2, 0, 1", "3, 0, 1", "4, 1, 2", "6, 1, 2", "7, 2, 3"})
  void numberOfCloudsGivesTheDefaultsOfTheQuorums(int clouds, int faulty, int parts)
      throws SettingsException {
    String names = "\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\"".substring(0, 4 * clouds - 1);
    VolumeSettings volume =
        Texts.parse(Texts.CLOUDS + "[volumes.v]\nclouds = [" + names + "]").volume("v");

    assertThat(volume.clouds()).hasSize(clouds);
    assertThat(volume.faulty()).isEqualTo(faulty);
    assertThat(volume.dataBlocks()).isEqualTo(parts);
    assertThat(volume.keyShares()).isEqualTo(parts);
  }

  @Test
  void blocksAndSharesFollowTheNumberOfFaultyCloudsThatIsSet() throws SettingsException {
    VolumeSettings volume = Texts.volume("faulty = 0");

    assertThat(volume.dataBlocks()).isEqualTo(1);
    assertThat(volume.keyShares()).isEqualTo(1);
  }

  @Test
  void tildeAloneIsTheHome() throws SettingsException {
    assertThat(Texts.parse("state-directory = \"~\"").stateDirectory())
        .isEqualTo(Path.of("/home/alice"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "\"0\"", "\"0s\"", "\"0ms\""})
  void zeroTurnsTheMetadataCacheOff(String zero) throws SettingsException {
    assertThat(Texts.volume("metadata-ttl = " + zero).metadataTtl()).isZero();
  }

  @Test
  void textAloneIsReadInTheSurroundingsOfTheProcess() throws SettingsException {
    Settings settings = Settings.parse("state-directory = \"x\"\n[user]\nname = \"a\"", "here");

    assertThat(settings.stateDirectory()).isEqualTo(Path.of("x").toAbsolutePath());
    assertThat(settings.user().identity())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".config/scfs/identity"));
  }

  @Test
  void textOfARecordShowsNoValueOfAnOption() throws SettingsException {
    Settings settings =
        Texts.parse(
            "[coordination]\npassword = \"hunter2\"\n[clouds.x]\ntype = \"s3\"\nsecret = \"hunter2\"");

    assertThat(settings.clouds().get("x")).asString().doesNotContain("hunter2").contains("secret");
    assertThat(settings.coordination()).asString().doesNotContain("hunter2").contains("password");
  }
}
