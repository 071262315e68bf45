package org.scfs.agent.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class MountTableTest {

  @Test
  void mountPointAndTypeAreReadWithEscapesUndone() {
    String lines =
        """
        22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
        36 22 0:31 / /home/a\\040b/ü\\134\\011x rw,nosuid - fuse.scfs scfs#v rw,user_id=0
        """;

    assertThat(MountTable.parse(lines.getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new MountTable.Mount("/", "ext4"),
            new MountTable.Mount("/home/a b/ü\\\tx", "fuse.scfs"));
  }

  @Test
  void onlyOurTypeIsOurs() {
    assertThat(new MountTable.Mount("/a", "fuse.scfs").isOurs()).isTrue();
    assertThat(new MountTable.Mount("/a", "fuse.sshfs").isOurs()).isFalse();
  }
}
