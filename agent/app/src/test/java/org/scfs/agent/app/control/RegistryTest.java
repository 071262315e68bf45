package org.scfs.agent.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.agent.app.setup.OwnerOnly;

final class RegistryTest {

  private static final Path MOUNT = Path.of("/home/alice/files");

  @TempDir Path temporary;

  @Test
  void socketIsFoundAgainByItsMountPoint() throws Exception {
    Registry registry = new Registry(List.of(temporary.resolve("scfs")));
    Path socket = registry.place(MOUNT);
    assertThat(registry.find(MOUNT)).isEmpty();
    OwnerOnly.writeNew(socket, new byte[0]);

    assertThat(registry.find(MOUNT)).contains(socket);
    assertThat(registry.find(Path.of("/other"))).isEmpty();
    assertThat(registry.sockets()).containsExactly(socket);
    assertThat(OwnerOnly.holdsFor(temporary.resolve("scfs"))).isTrue();
  }

  @Test
  void folderThatOthersCanEnterIsNeitherUsedNorTrusted() throws Exception {
    Path open = Files.createDirectory(temporary.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(open.resolve("0123456789abcdef.sock"), "");
    Path good = temporary.resolve("good");

    assertThat(new Registry(List.of(open, good)).place(MOUNT).getParent()).isEqualTo(good);
    assertThat(new Registry(List.of(open, good)).sockets()).isEmpty();
    assertThatThrownBy(() -> new Registry(List.of(open)).place(MOUNT))
        .hasMessageContaining(open.toString());
  }

  @Test
  void folderWhosePathIsTooLongForASocketIsPassedOver() throws Exception {
    Path deep = Files.createDirectories(temporary.resolve("d".repeat(100)));
    Path good = temporary.resolve("good");

    assertThat(new Registry(List.of(deep, good)).place(MOUNT)).startsWithRaw(good);
  }

  @Test
  void userHasTheRuntimeFolderFirstAndOneInTmpInAnyCase() {
    assertThat(Registry.of(Map.of("XDG_RUNTIME_DIR", "/run/user/7"), 7))
        .usingRecursiveComparison()
        .isEqualTo(new Registry(List.of(Path.of("/run/user/7/scfs"), Path.of("/tmp/scfs-7"))));
    assertThat(Registry.of(Map.of("XDG_RUNTIME_DIR", ""), 7))
        .usingRecursiveComparison()
        .isEqualTo(Registry.of(Map.of(), 7));
  }

  @Test
  void mountPointHasOneNameHoweverItIsReached() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("folder")).toRealPath();
    Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of("folder"));

    assertThat(MountPoints.canonical(link)).isEqualTo(folder);
    assertThat(MountPoints.canonical(link.resolve("./absent"))).isEqualTo(folder.resolve("absent"));
    assertThatThrownBy(() -> MountPoints.canonical(temporary.resolve("none/x")))
        .isInstanceOf(java.io.IOException.class);
  }

  @Test
  void kernelsTableIsReadWithItsEscapesAndForOneUserOnly() {
    String table =
        """
        25 30 0:23 / /sys rw,nosuid shared:7 - sysfs sysfs rw
        96 30 0:50 / /home/a\\040b/caf\u00c3\u00a9 rw,nosuid - fuse.scfs scfs\\043files rw,user_id=5,group_id=5
        97 30 0:51 / /other rw,nosuid shared:9 - fuse.scfs scfs\\043files rw,user_id=55,group_id=5
        98 30 0:52 / /ssh rw - fuse.sshfs scfs\\043x rw,user_id=5,group_id=5
        """;

    assertThat(KernelMount.parse(table, 5))
        .containsExactly(new KernelMount(Path.of("/home/a b/caf\u00e9"), "files"));
  }
}
