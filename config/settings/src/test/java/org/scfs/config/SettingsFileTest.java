package org.scfs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsFileTest {

  @TempDir Path folder;

  @Test
  void relativePathsStartFromTheFolderOfTheFile() throws Exception {
    Path file = write("state-directory = \"state\"\n[user]\nname = \"bob\"");

    assertThat(Settings.load(file).stateDirectory()).isEqualTo(folder.resolve("state"));
  }

  @Test
  void mistakeInAFileNamesTheFile() throws Exception {
    Path file = write("bananas = 1");

    assertThatThrownBy(() -> Settings.load(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(file + ":1:1: unknown key \"bananas\"");
  }

  @Test
  void missingFileIsTold() {
    Path file = folder.resolve("absent.toml");

    assertThatThrownBy(() -> Settings.load(file))
        .isInstanceOf(SettingsException.class)
        .hasMessage(file + ": there is no such file")
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void fileThatIsNoTextIsTold() throws IOException {
    Path file = Files.write(folder.resolve("scfs.toml"), new byte[] {(byte) 0xc3, 0x28});

    assertThatThrownBy(() -> Settings.load(file))
        .hasMessage(file + ": this is not a text in UTF-8");
  }

  @Test
  void folderInPlaceOfAFileIsTold() {
    assertThatThrownBy(() -> Settings.load(folder))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(folder + ": cannot be read");
  }

  @Test
  void sampleContainsEveryKey() throws Exception {
    String sample = sample();
    Settings settings = Texts.parse(sample);

    assertThat(settings.volume("home").clouds())
        .containsExactlyElementsOf(settings.clouds().keySet());
    List<List<String>> sections =
        List.of(Schema.TOP, Schema.USER, Schema.CACHE, Schema.COORDINATION, Schema.CLOUD);
    Stream.concat(sections.stream(), Stream.of(Schema.VOLUME))
        .flatMap(List::stream)
        .forEach(
            key -> assertThat(sample).containsPattern("(?m)^(\\[" + key + "\\b|" + key + " = )"));
  }

  @Test
  void sampleStatesTheDefaults() throws Exception {
    Settings sample = Texts.parse(sample());
    Settings defaults =
        Texts.parse(
            sample()
                .replaceAll("(?m)^(?!\\[|clouds = |type = \"local\"|directory = \"/srv).*$", ""));

    assertThat(defaults.user()).isEqualTo(sample.user());
    assertThat(defaults.cache()).isEqualTo(sample.cache());
    assertThat(defaults.coordination()).isEqualTo(sample.coordination());
    assertThat(defaults.stateDirectory()).isEqualTo(sample.stateDirectory());
    assertThat(defaults.volumes()).isEqualTo(sample.volumes());
  }

  @Test
  void templateWithoutABaseStaysInTheFolderOfTheFile() throws Exception {
    List<String> clouds = List.of("north", "east", "south", "west");
    String text = new SettingsTemplate(Path.of(""), clouds, "home").render();
    Settings settings = Settings.load(write(text));

    assertThat(text).doesNotContain(folder.toString()).contains("# ");
    assertThat(settings.stateDirectory()).isEqualTo(folder.resolve("state"));
    assertThat(settings.user().identity()).isEqualTo(folder.resolve("identity"));
    assertThat(settings.cache().directory()).isEqualTo(folder.resolve("cache"));
    assertThat(settings.coordination().options())
        .containsEntry("directory", folder.resolve("coordination").toString());
    assertThat(settings.volume("home").clouds()).isEqualTo(clouds);
    assertThat(settings.clouds().values())
        .allSatisfy(
            cloud -> {
              assertThat(cloud.type()).isEqualTo("local");
              assertThat(cloud.options())
                  .containsEntry("directory", folder.resolve("clouds/" + cloud.name()).toString());
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/plain",
        "/with space",
        "/quote\"back\\slash",
        "/tab\tline\nend",
        "/ä€😀",
        "/#[x]='"
      })
  void templateCarriesAnyFolder(String base) throws Exception {
    SettingsTemplate template = new SettingsTemplate(Path.of(base), List.of("a.b"), "my.volume");
    Settings settings = Texts.parse(template.render());

    assertThat(settings.cache().directory()).isEqualTo(Path.of(base, "cache"));
    assertThat(Objects.requireNonNull(settings.clouds().get("a.b")).options())
        .containsEntry("directory", base + "/clouds/a.b");
    assertThat(settings.volume("my.volume").clouds()).containsExactly("a.b");
  }

  @Test
  void templateTakesATildeAsPartOfAName() throws Exception {
    SettingsTemplate template = new SettingsTemplate(Path.of("~"), List.of("a"), "v");
    Settings settings = Texts.parse(template.render());

    assertThat(settings.cache().directory().normalize()).isEqualTo(Path.of("/etc/scfs/~/cache"));
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("scfs.toml"), text);
  }

  private static String sample() throws IOException {
    try (InputStream stream = Settings.class.getResourceAsStream("sample.toml")) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
