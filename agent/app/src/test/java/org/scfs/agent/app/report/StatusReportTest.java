package org.scfs.agent.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.scfs.agent.app.control.KernelMount;
import org.scfs.agent.app.control.MountReport;

final class StatusReportTest {

  private static final MountReport.Cloud WELL =
      new MountReport.Cloud("north", "healthy", "", 1.5, 10, 0, 0, "");
  private static final MountReport.Cloud GONE =
      new MountReport.Cloud(
          "south", "faulty", "the folder /s is missing", 0, 3, 3, 0, "2026-01-02T03:04:05Z");

  private static MountReport mount(
      List<MountReport.Cloud> clouds, String session, List<MountReport.Change> changes) {
    return new MountReport(
        "files",
        "/home/alice/files",
        MountReport.Agent.RUNNING,
        42,
        "2026-01-02T03:04:05Z",
        false,
        "/c.toml",
        new MountReport.Coordination(session, "said so"),
        clouds,
        new MountReport.Cache("/cache/files", 20L << 30, 1536, 2, 0),
        3,
        changes,
        List.of());
  }

  @Test
  void healthyMountIsOkAndMarksNothing() {
    StatusReport report = StatusReport.of(List.of(mount(List.of(WELL), "connected", List.of())));

    assertThat(report.isOk()).isTrue();
    assertThat(report.text())
        .startsWith("files on /home/alice/files: OK\n")
        .contains("process 42")
        .contains("north  ok, 1.5 ms")
        .contains("1.5 KiB of 20 GiB in 2 files")
        .doesNotContain("!");
  }

  @Test
  void whatIsWrongIsMarkedAndSaysWhy() {
    StatusReport report =
        StatusReport.of(
            List.of(
                mount(
                    List.of(WELL, GONE),
                    "suspended",
                    List.of(new MountReport.Change("paper.tex", 2048, "two clouds are gone")))));

    assertThat(report.isOk()).isFalse();
    assertThat(report.text())
        .startsWith("files on /home/alice/files: DEGRADED\n")
        .contains("! coordination  SUSPENDED: said so")
        .contains("!               south  FAULTY: the folder /s is missing")
        .contains("! waiting       1 changed file\n")
        .contains("paper.tex (2.0 KiB): two clouds are gone");
  }

  @Test
  void jsonHasItsNames() {
    String json =
        StatusReport.of(List.of(mount(List.of(WELL, GONE), "connected", List.of()))).json();
    JsonObject report = JsonParser.parseString(json).getAsJsonObject();
    assertThat(report.keySet()).containsExactly("health", "mounts");
    assertThat(report.get("health").getAsString()).isEqualTo("degraded");

    JsonObject entry = report.getAsJsonArray("mounts").get(0).getAsJsonObject();
    assertThat(entry.keySet()).containsExactly("health", "problems", "mount");
    assertThat(entry.getAsJsonArray("problems").get(0).getAsString())
        .isEqualTo("cloud south is faulty: the folder /s is missing");

    JsonObject mount = entry.getAsJsonObject("mount");
    assertThat(mount.keySet())
        .containsExactly(
            "volume",
            "mountPoint",
            "agent",
            "pid",
            "since",
            "readOnly",
            "configuration",
            "coordination",
            "clouds",
            "cache",
            "openFiles",
            "waitingChanges",
            "conflictCopies");
    assertThat(mount.get("agent").getAsString()).isEqualTo("running");
    assertThat(mount.getAsJsonArray("clouds").get(1).getAsJsonObject().keySet())
        .containsExactly(
            "name",
            "state",
            "explanation",
            "latencyMillis",
            "requests",
            "failures",
            "corruptions",
            "lastFailure");
    assertThat(mount.getAsJsonObject("cache").keySet())
        .containsExactly("directory", "limitBytes", "usedBytes", "files", "changedBytes");
  }

  @Test
  void mountWithoutAgentSaysWhatToDo() {
    KernelMount left = new KernelMount(Path.of("/mnt"), "files");
    StatusReport report =
        StatusReport.of(List.of(MountReport.without(MountReport.Agent.DEAD, left)));

    assertThat(report.isOk()).isFalse();
    assertThat(report.text())
        .contains("files on /mnt: DEGRADED")
        .contains("! agent")
        .contains("died");
    assertThat(report.json()).contains("\"agent\": \"dead\"").doesNotContain("null");
  }

  @Test
  void noMountsAreOk() {
    assertThat(StatusReport.of(List.of()).isOk()).isTrue();
    assertThat(StatusReport.of(List.of()).text()).isEmpty();
  }

  @Test
  void longListsAreCutForPeople() {
    List<MountReport.Change> changes =
        java.util.stream.IntStream.range(0, 25)
            .mapToObj(i -> new MountReport.Change("f" + i, 1, "waits"))
            .toList();
    StatusReport report = StatusReport.of(List.of(mount(List.of(WELL), "connected", changes)));

    assertThat(report.text()).contains("25 changed files", "f9 ", "and 15 more");
    assertThat(report.text()).doesNotContain("f10 ");
    assertThat(report.json()).contains("\"f24\"");
  }

  @Test
  void sizesHaveTheUnitThatPeopleWouldUse() {
    assertThat(MountText.bytes(0)).isEqualTo("0 B");
    assertThat(MountText.bytes(1023)).isEqualTo("1023 B");
    assertThat(MountText.bytes(1024)).isEqualTo("1.0 KiB");
    assertThat(MountText.bytes(20L << 30)).isEqualTo("20 GiB");
    assertThat(MountText.bytes(5000L << 40)).isEqualTo("5000 TiB");
  }
}
