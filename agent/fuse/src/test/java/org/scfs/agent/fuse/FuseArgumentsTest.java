package org.scfs.agent.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.scfs.agent.frontend.MountOptions;

final class FuseArgumentsTest {

  private static List<String> options(MountOptions options) {
    String[] arguments = FuseArguments.of(options, options.directory());
    assertThat(arguments).startsWith("scfs", "-f", "-o").endsWith("/a b").hasSize(5);
    return List.of(arguments[3].split(",", -1));
  }

  @Test
  void kernelTimesAndLimitsAreSet() {
    assertThat(
            options(new MountOptions(Path.of("/a b"), "v", false, false, Duration.ofMillis(1250))))
        .contains(
            "attr_timeout=1.250000000",
            "entry_timeout=1.250000000",
            "negative_timeout=0",
            "max_write=131072",
            "default_permissions",
            "subtype=scfs",
            "fsname=scfs#v")
        .doesNotContain("allow_other", "ro", "kernel_cache", "auto_cache", "hard_remove");
  }

  @Test
  void volumeNameCannotBringOptionsAlong() {
    assertThat(options(new MountOptions(Path.of("/a b"), "x,suid\\é", true, true, Duration.ZERO)))
        .contains("fsname=scfs#x_suid_é", "allow_other", "ro");
  }
}
