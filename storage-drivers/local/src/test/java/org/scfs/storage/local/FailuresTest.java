package org.scfs.storage.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.storage.StorageException;

/** Errors that a test cannot provoke on every machine, least of all as root. */
final class FailuresTest {

  @TempDir private Path folder;

  @Test
  void missingPermissionIsDeniedWithThePath() {
    assertThat(translate(new AccessDeniedException("/store/units"), 0))
        .isInstanceOf(StorageException.Denied.class)
        .hasMessage(
            "cloud \"a\" cannot read object x: /store/units: permission denied;"
                + " check owner and permissions");
  }

  @Test
  void fullDiskIsFull() {
    assertThat(translate(new IOException("No space left on device"), 0))
        .isInstanceOf(StorageException.Full.class);
    assertThat(translate(new FileSystemException("/x", null, "Disk quota exceeded"), 0))
        .isInstanceOf(StorageException.Full.class);
  }

  @Test
  void fullDiskIsKnownInEveryLanguage() {
    IOException german =
        new IOException("Auf dem Ger\u00e4t ist kein Speicherplatz mehr verf\u00fcgbar");
    assertThat(translate(german, Long.MAX_VALUE)).isInstanceOf(StorageException.Full.class);
    assertThat(translate(german, 1)).isInstanceOf(StorageException.Unavailable.class);
  }

  @Test
  void otherErrorsAreUnavailable() {
    IOException cause = new IOException("Input/output error");
    assertThat(translate(cause, 0))
        .isInstanceOf(StorageException.Unavailable.class)
        .hasMessage("cloud \"a\" cannot read object x: Input/output error")
        .hasCause(cause);
    assertThat(translate(new NoSuchFileException("/store/.incoming/put"), 0))
        .isInstanceOf(StorageException.Unavailable.class);
  }

  @Test
  void interruptionSetsTheFlag() {
    assertThat(translate(new ClosedByInterruptException(), 0))
        .isInstanceOf(StorageException.Interrupted.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  private StorageException translate(IOException e, long bytes) {
    return new Failures("a", new StoreFolder(folder))
        .translate(new Failures.Call("cannot read object x", bytes), e);
  }
}
