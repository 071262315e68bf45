package org.scfs.agent.app.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.ports.Randomness;

final class IdentityTest {

  private static final Randomness SEVENS = bytes -> Arrays.fill(bytes, (byte) 7);

  @TempDir Path folder;

  @Test
  void newIdentityIsForItsOwnerOnlyAndStays() throws Exception {
    Path secret = folder.resolve("secret");
    Path file = secret.resolve("identity");
    Identity identity = new Identity(file);

    assertThat(identity.ensure(SEVENS)).isTrue();
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(permissions(secret)).isEqualTo("rwx------");
    byte[] key = identity.read().publicKey();

    assertThat(identity.ensure(bytes -> Arrays.fill(bytes, (byte) 8))).isFalse();
    assertThat(identity.read().publicKey()).isEqualTo(key);
    assertThat(secret).isDirectoryNotContaining("glob:**.new");
  }

  private static String permissions(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void identityThatOthersCanReadIsRefusedWithTheCommandThatHelps() throws Exception {
    Path file = folder.resolve("identity");
    Identity identity = new Identity(file);
    assertThat(identity.ensure(SEVENS)).isTrue();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(identity::read)
        .isInstanceOf(Failure.class)
        .hasMessageContaining("chmod 600 " + file);
    assertThatThrownBy(() -> identity.ensure(SEVENS)).isInstanceOf(Failure.class);
  }

  @Test
  void missingAndDamagedIdentitiesSaySo() throws Exception {
    Path file = folder.resolve("identity");
    Identity identity = new Identity(file);
    assertThatThrownBy(identity::read).hasMessageContaining("there is no identity file " + file);

    OwnerOnly.writeNew(file, new byte[] {1, 2, 3});
    assertThatThrownBy(identity::read).hasMessageContaining("damaged");
    assertThatThrownBy(() -> identity.ensure(SEVENS)).hasMessageContaining("damaged");
    assertThat(Files.size(file)).isEqualTo(3);
  }
}
