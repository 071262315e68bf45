package org.scfs.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people see of the command line, mistakes above all. */
final class CommandLineTest {

  @TempDir Path folder;

  private static Commands run(String... arguments) {
    return Commands.run(Map.of(), arguments);
  }

  private String config(String text) throws IOException {
    return Files.writeString(folder.resolve("scfs.toml"), text).toString();
  }

  private static final String GOOD =
      """
      state-directory = "state"
      [user]
      name = "alice"
      identity = "identity"
      [cache]
      directory = "cache"
      [coordination]
      type = "embedded"
      directory = "coordination"
      [clouds.a]
      type = "local"
      directory = "a"
      [volumes.v]
      clouds = ["a"]
      """;

  @Test
  void withoutACommandItSaysHowToGetHelp() {
    Commands result = run();

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.errors()).contains("scfs --help");
  }

  @Test
  void misspelledCommandIsAnErrorWithASuggestion() {
    Commands result = run("stauts");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.errors()).startsWith("scfs: ").contains("stauts").contains("status");
  }

  @Test
  void missingArgumentsAndUnknownOptionsNameTheCommandsHelp() {
    assertThat(run("mount", "v").code()).isEqualTo(2);
    assertThat(run("mount", "v").errors()).contains("DIR").contains("scfs mount --help");
    assertThat(run("status", "--jsn").code()).isEqualTo(2);
    assertThat(run("status", "--jsn").errors()).contains("--json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "init", "mount", "umount", "status", "completion"})
  void everyCommandExplainsItselfAndIsListed(String command) {
    assertThat(run(command, "--help").code()).isZero();
    assertThat(run(command, "--help").output()).contains("scfs " + command).contains("--config");
    assertThat(run("--help").output()).contains("\n  " + command);
  }

  @Test
  void helpTeachesExamplesFilesAndExitCodes() {
    assertThat(run("--help").output())
        .contains("scfs demo", "scfs.toml", "identity", "Exit codes", "69");
  }

  @Test
  void versionNamesTheProgramAndJava() {
    assertThat(run("--version").code()).isZero();
    assertThat(run("--version").output()).contains("scfs", "Java 2");
  }

  @Test
  void completionIsAScript() {
    assertThat(run("completion").output()).contains("#!/usr/bin/env bash", "umount");
  }

  @Test
  void missingConfigurationSaysHowToGetOne() {
    String file = folder.resolve("none.toml").toString();
    Commands result = run("mount", "v", folder.toString(), "--config", file);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains(file).contains("scfs init").doesNotContain("\tat ");
  }

  @Test
  void configurationIsFoundThroughTheEnvironment() {
    String file = folder.resolve("none.toml").toString();
    Commands result =
        Commands.run(Map.of("SCFS_CONFIG", file), "mount", "v", folder.resolve("m").toString());

    assertThat(result.errors()).contains(file);
  }

  @Test
  void mistakeInTheConfigurationNamesLineAndColumn() throws Exception {
    String file = config(GOOD.replace("directory = \"cache\"", "direktory = \"cache\""));
    Commands result = run("init", "--config", file);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).startsWith("scfs: " + file + ":6:1: ").contains("directory");
  }

  @Test
  void keyThatTheDriverDoesNotKnowNamesLineAndColumn() throws Exception {
    String file = config(GOOD.replace("directory = \"a\"", "directry = \"a\""));
    Commands result = run("init", "--config=" + file);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains(file + ":12:1: ").contains("\"directory\"");
  }

  @Test
  void typeThatNoDriverHasIsRefused() throws Exception {
    String file = config(GOOD.replace("type = \"local\"", "type = \"locl\""));

    assertThat(run("init", "--config=" + file).errors()).contains(":11:").contains("local");
  }

  @Test
  void volumeThatIsNotInTheConfigurationIsRefusedWithASuggestion() throws Exception {
    String file = config(GOOD.replace("volumes.v", "volumes.files"));
    Commands result = run("mount", "file", folder.resolve("m").toString(), "--config=" + file);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains("\"file\"").contains("\"files\"");
    assertThat(folder.resolve("m")).doesNotExist();
  }

  @Test
  void mountInAFolderThatDoesNotExistIsRefused() throws Exception {
    Commands result =
        run("mount", "v", folder.resolve("x/m").toString(), "--config=" + config(GOOD));

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains(folder.resolve("x").toString());
  }

  @Test
  void initWithoutConfigurationWritesOneThatInitAccepts() throws Exception {
    Path file = folder.resolve("new/scfs.toml");
    Commands first = run("init", "--config", file.toString());

    assertThat(first.code()).isZero();
    assertThat(first.output()).contains(file.toString()).contains("clouds");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(folder.resolve("new/clouds")).doesNotExist();

    Commands second = run("init", "--config", file.toString());

    assertThat(second.errors()).isEmpty();
    assertThat(second.code()).isZero();
    assertThat(second.output()).contains("identity", "created the volume \"files\"");
    assertThat(folder.resolve("new/clouds/north")).isDirectory();
  }

  @Test
  void initCanBeRepeatedAndRefusesOtherParameters() throws Exception {
    String file = config(GOOD);
    assertThat(run("init", "--config", file).code()).isZero();
    byte[] identity = Files.readAllBytes(folder.resolve("identity"));

    Commands again = run("init", "v", "--config", file);
    assertThat(again.code()).isZero();
    assertThat(again.output()).contains("exists");
    assertThat(Files.readAllBytes(folder.resolve("identity"))).isEqualTo(identity);

    Commands changed = run("init", "--config", config(GOOD + "segment-size = \"1 MiB\"\n"));
    assertThat(changed.code()).isEqualTo(1);
    assertThat(changed.errors()).contains("segment-size", "\"1 MiB\"", "\"8 MiB\"", file);
  }

  @Test
  void unmountingWhatIsNotMountedFails() {
    Commands result = run("umount", folder.toString());

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains(folder.toString()).contains("is not mounted");
  }

  @Test
  void statusOfWhatIsNotMountedFails() {
    assertThat(run("status", folder.toString()).code()).isEqualTo(1);
    assertThat(run("status", "nosuchvolume").errors()).contains("nosuchvolume is not mounted");
  }

  @Test
  void demoLeavesAFolderAloneThatHasOtherThingsInIt() throws Exception {
    Files.writeString(folder.resolve("thesis.tex"), "x");
    Commands result = run("demo", folder.toString());

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.errors()).contains("has other things in it");
    assertThat(folder).isDirectoryContaining("glob:**/thesis.tex");
    assertThat(folder.resolve("scfs.toml")).doesNotExist();
  }
}
