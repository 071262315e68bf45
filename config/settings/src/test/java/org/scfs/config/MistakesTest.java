package org.scfs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.scfs.config.Texts.mistake;
import static org.scfs.config.Texts.volumeText;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MistakesTest {

  /** The line of the first key after the head that {@link Texts#volumeText} writes. */
  private static final int VOLUME_LINE = 11;

  @Test
  void messageStartsWithThePlaceAsCompilersWriteIt() {
    SettingsException mistake = mistake("[user]\n\n  nmae = \"bob\"\n");

    assertThat(mistake)
        .hasMessage("scfs.toml:3:3: unknown key \"nmae\" in [user]; did you mean \"name\"?");
    assertThat(mistake.source()).isEqualTo("scfs.toml");
    assertThat(mistake.line()).isEqualTo(3);
    assertThat(mistake.column()).isEqualTo(3);
    assertThat(mistake.problem())
        .isEqualTo("unknown key \"nmae\" in [user]; did you mean \"name\"?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[user]%n idenity = 'x'                   | 2:2 | did you mean \"identity\"?",
        "[cache]%nlimti = '1 GiB'                 | 2:1 | did you mean \"limit\"?",
        "[cache]%nsize = '1 GiB'                  | 2:1 | known: directory, limit",
        "[volume.home]%nclouds = ['x']            | 1:1 | did you mean \"volumes\"?",
        "[cloud.x]%ntype = 'local'                | 1:1 | did you mean \"clouds\"?",
        "state_directory = 'x'                    | 1:1 | did you mean \"state-directory\"?",
        "[bananas]                                | 1:1 | unknown table [bananas]; known: cache,",
        "[volumes.v]%ncloud = []                  | 2:1 | did you mean \"clouds\"?",
        "[volumes.v]%nSegment-Size = '8 MiB'      | 2:1 | did you mean \"segment-size\"?",
        "[cache.limit]%nx = 1                     | 1:1 | limit must be a string, not a table",
      })
  void unknownKeysAreToldWithWhatWasMeant(String text, String place, String message) {
    assertMistake(text, place, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[user]%nname = 7                         | 2:1 | name must be a string, not an integer",
        "[user]%nidentity = 1.5                   | 2:1 | not a number with a fraction",
        "[cache]%nlimit = 20                      | 2:1 | limit must be a string, not an integer",
        "[cache]%ndirectory = true                | 2:1 | not a boolean",
        "user = 'bob'                             | 1:1 | [user] must be a table, not a string",
        "[[clouds]]%nname = 'x'                   | 1:1 | [clouds] must be a table, not an array",
        "[clouds]%nnorth = 'local'                | 2:1 | [clouds.north] must be a table",
        "[clouds.x]%ntype = 1                     | 2:1 | type must be a string, not an integer",
        "[clouds.x]%ntype = 'a'%nwhen = 2020-01-01 | 3:1 | not a date or time",
        "[clouds.x]%ntype = 'a'%nlist = ['b']     | 3:1 | a string, an integer or a boolean",
        "[coordination]%ntype = ['a']             | 2:1 | type must be a string, not an array",
        "[coordination]%nport = 1.5               | 2:1 | a string, an integer or a boolean",
        "[volumes.v]%nclouds = 'a'                | 2:1 | clouds must be an array of strings",
        "[volumes.v]%nclouds = [1]                | 2:11 | clouds must hold strings only",
      })
  void wrongTypesAreTold(String text, String place, String message) {
    assertMistake(text, place, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[user]%nname = 'al ice'                  | 2:1 | the user's name \"al ice\" must have",
        "[user]%nname = '../bob'                  | 2:1 | must have 1 to 64 letters, digits",
        "[user]%nname = ''                        | 2:1 | must have 1 to 64 letters, digits",
        "[user]%nidentity = '~bob/key'            | 2:1 | identity must be a path",
        "[user]%nidentity = ' '                   | 2:1 | identity must be a path",
        "[user]%nidentity = \"a\\u0000b\"         | 2:1 | identity must be a path",
        "[cache]%nlimit = '63 MiB'                | 2:1 | limit must be from 64 MiB to",
        "[cache]%nlimit = '20 GiBs'               | 2:1 | not \"20 GiBs\"",
        "[cache]%nlimit = '1.5 GiB'               | 2:1 | a whole number and a unit",
        "[cache]%nlimit = '-1 GiB'                | 2:1 | a whole number and a unit",
        "[cache]%nlimit = '99999999999 TiB'       | 2:1 | a whole number and a unit",
        "[coordination]%ncall-timeout = '0s'      | 2:1 | call-timeout must be from 1ms to 24h",
        "[coordination]%ncall-timeout = '10'      | 2:1 | such as \"500ms\", \"10s\" or \"5m\", not",
        "[coordination]%ncall-timeout = 10        | 2:1 | call-timeout must be a string, not an",
        "[clouds.x]                               | 1:1 | [clouds.x] needs the key \"type\"",
        "[clouds.'a/b']%ntype = 'local'           | 1:1 | the name of a cloud must have",
        "[volumes.'..']%nclouds = []              | 1:1 | the name of a volume must have",
        "[volumes.v]                              | 1:1 | a volume needs at least one cloud",
        "[volumes.v]%nclouds = []                 | 2:1 | a volume needs at least one cloud",
      })
  void valuesOutOfBoundsAreTold(String text, String place, String message) {
    assertMistake(text, place, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "faulty = 2         | 4 clouds bear at most 1 faulty, not 2",
        "faulty = -1        | cannot be negative",
        "data-blocks = 0    | data-blocks must be from 1 to 2, not 0",
        "data-blocks = 3    | data-blocks must be from 1 to 2, not 3",
        "key-shares = 1     | key-shares must be from 2 to 2, not 1",
        "key-shares = 3     | key-shares must be from 2 to 2, not 3",
        "data-blocks = 9223372036854775807 | data-blocks must be from 1 to 2",
        "faulty = -9223372036854775808     | cannot be negative",
        "segment-size = '63 KiB'   | segment-size must be from 64 KiB to 64 MiB",
        "segment-size = '65 MiB'   | segment-size must be from 64 KiB to 64 MiB",
        "metadata-ttl = '25h'      | metadata-ttl must be from 0ms to 24h",
        "metadata-ttl = 5          | metadata-ttl must be a string, not an integer",
        "lock-wait = '2 weeks'     | not \"2 weeks\"",
        "cloud-timeout = 0         | cloud-timeout must be from 1ms to 24h",
        "faulty = '1'              | faulty must be an integer, not a string",
      })
  void volumesThatCannotWorkAreTold(String line, String message) {
    assertMistake(volumeText(line), VOLUME_LINE + ":1", message);
  }

  @Test
  void moreCloudsThanAllowedAreTold() {
    StringBuilder text = new StringBuilder();
    StringBuilder names = new StringBuilder();
    for (int i = 0; i <= QuorumRules.MOST_CLOUDS; i++) {
      text.append("[clouds.c%d]\ntype = 'local'\ndirectory = '%d'\n".formatted(i, i));
      names.append("'c%d',".formatted(i));
    }
    text.append("[volumes.v]\nclouds = [").append(names).append("]\n");

    assertThat(mistake(text.toString()).problem())
        .isEqualTo("a volume has at most 32 clouds, not 33");
  }

  @Test
  void volumeOverAnUnknownCloudTellsWhichWasMeant() {
    String text = "[clouds.north]\ntype = 'local'\n[volumes.v]\nclouds = [\n  'nroth',\n]";

    assertMistake(text, "5:3", "there is no cloud \"nroth\"; did you mean \"north\"?");
  }

  @Test
  void volumeOverAnUnknownCloudTellsWhenThereIsNone() {
    assertMistake("[volumes.v]\nclouds = ['a']", "2:11", "there is no cloud \"a\"; there is none");
  }

  @Test
  void cloudThatCountsTwiceIsTold() {
    String text = Texts.CLOUDS + "[volumes.v]\nclouds = ['a', 'b', 'a']";

    assertMistake(text, "10:21", "the cloud \"a\" is listed twice");
  }

  @Test
  void twoNamesOfOnePlaceAreTold() {
    String text =
        "[clouds.x]\ntype='local'\ndirectory='/d'\n"
            + "[clouds.y]\ntype='local'\ndirectory='/d'\n[volumes.v]\nclouds = ['x', 'y']";

    assertMistake(text, "8:16", "the clouds \"x\" and \"y\" are the same place");
  }

  @Test
  void unknownVolumeTellsWhichThereAre() throws SettingsException {
    Settings settings = Texts.parse(volumeText("[volumes.backup]\nclouds = ['a']"));

    assertThatThrownBy(() -> settings.volume("bakcup"))
        .isInstanceOf(SettingsException.class)
        .hasMessageEndingWith("there is no volume \"bakcup\"; did you mean \"backup\"?");
    assertThatThrownBy(() -> settings.volume("photographs"))
        .hasMessageEndingWith("there is no volume \"photographs\"; known: backup, v");
  }

  @Test
  void unknownVolumeOfAFileWithoutVolumesHasNoPlace() throws SettingsException {
    Settings settings = Texts.parse("");

    assertThatThrownBy(() -> settings.volume("home"))
        .hasMessage("scfs.toml: there is no volume \"home\"; there is none");
  }

  @Test
  void userNameOfTheSystemThatWillNotDoHasNoPlace() {
    Surroundings odd =
        new Surroundings(Texts.SURROUNDINGS.home(), Texts.SURROUNDINGS.folder(), "DOMAIN\\bob");

    assertThatThrownBy(() -> Settings.parse("", "scfs.toml", odd))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("scfs.toml: the user's name \"DOMAIN\\bob\" must")
        .hasMessageEndingWith("set name in [user]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[user%nname = 'x'      | 1:6",
        "[user]%nname = x       | 2:8",
        "a = 1%na = 2           | 2:1",
        "[user]%n[user]         | 2:1",
      })
  void mistakesOfSyntaxHaveAPlace(String text, String place) {
    assertMistake(text, place, "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[clouds.x]\ntype = 's3'\nsecret-key = hunter2hunter2hunter2",
        "[clouds.x]\ntype = 's3'\nsecret-key = 'a'hunter2hunter2hunter2",
        "[clouds.x]\ntype = 's3'\nsecret-key 'hunter2hunter2hunter2'",
        "[clouds.x]\ntype = 's3'\nsecret-key = 'hunter2hunter2hunter2",
        "[clouds.x]\ntype = 's3'\nsecret-key = ['hunter2hunter2hunter2']",
        "[clouds.x]\nsecret-key = 'hunter2hunter2hunter2'",
        "[user]\nname = 'hunter2+hunter2hunter2'",
        "[cache]\nlimit = 'hunter2hunter2hunter2'",
        "[volumes.v]\nclouds = ['hunter2hunter2hunter2']",
        "[volumes.v]\nlock-wait = 'hunter2hunter2hunter2'",
        "[volumes.v]\nfaulty = 'hunter2hunter2hunter2'",
      })
  void valuesThatMayBeSecretsAreNotRepeated(String text) {
    assertThat(mistake(text).getMessage()).doesNotContain("hunter2");
  }

  @Test
  void recordOfAVolumeChecksItsParametersToo() {
    Duration second = Duration.ofSeconds(1);

    assertThatThrownBy(
            () -> new VolumeSettings("v", List.of("a"), 1, 1, 1, 65536, second, second, second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 clouds bear at most 0 faulty");
  }

  @Test
  void recordOfTheCacheChecksItsLimitToo() {
    assertThatThrownBy(() -> new CacheSettings(Texts.SURROUNDINGS.home(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too small: 1");
  }

  private static void assertMistake(String text, String place, String message) {
    SettingsException mistake = mistake(text.replace("%n", "\n"));

    assertThat(mistake.getMessage()).startsWith("scfs.toml:" + place + ": ").contains(message);
  }
}
