package org.scfs.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.storage.ByteRange;
import org.scfs.storage.Capabilities;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/** What can happen at the moment when a new object gets its name. */
final class LocalPutTest {

  private static final ObjectKey KEY = new ObjectKey("units/object");

  @TempDir private Path temporary;
  private Path folder;
  private HardLink hardLink = HardLink.OF_THE_SYSTEM;
  private ObjectStore store;

  @BeforeEach
  void open() throws IOException {
    folder = Files.createDirectory(temporary.resolve("cloud"));
    store = new LocalObjectStore("a", folder, (link, file) -> hardLink.create(link, file));
    assertThat(store.capabilities().createOnly()).isTrue();
  }

  @AfterEach
  void noTemporaryIsLeft() {
    store.close();
    if (Files.exists(folder)) {
      assertThat(folder.resolve(".incoming")).isEmptyDirectory();
    }
  }

  @Test
  void folderThatWasRemovedAsEmptyIsMadeAnew() throws Exception {
    hardLink =
        (link, file) -> {
          hardLink = HardLink.OF_THE_SYSTEM;
          Files.delete(StoreFolder.parent(link));
          hardLink.create(link, file);
        };
    put();
    assertThat(store.get(KEY, ByteRange.first(10))).isPresent();
  }

  @Test
  void cloudThatGoesAwayIsNotMadeAnew() {
    hardLink =
        (link, file) -> {
          Files.move(folder, temporary.resolve("away"));
          HardLink.OF_THE_SYSTEM.create(link, file);
        };
    assertThatThrownBy(this::put)
        .isInstanceOf(StorageException.Unavailable.class)
        .hasMessageContaining("is not there");
    assertThat(folder).doesNotExist();
  }

  @Test
  void objectThatAppearsMeanwhileIsNotReplaced() throws Exception {
    hardLink =
        (link, file) -> {
          Files.writeString(link, "of another process");
          HardLink.OF_THE_SYSTEM.create(link, file);
        };
    assertThatThrownBy(this::put).isInstanceOf(StorageException.AlreadyExists.class);
    assertThat(folder.resolve("units/object.obj")).hasContent("of another process");
  }

  @Test
  void failedLinkIsNoReasonToGiveUpCreateOnly() throws Exception {
    hardLink =
        (_, _) -> {
          throw new IOException("Input/output error");
        };
    assertThatThrownBy(this::put)
        .isInstanceOf(StorageException.Unavailable.class)
        .hasMessageContaining("Input/output error");
    assertThat(store.head(KEY)).isEmpty();
  }

  @Test
  void interruptionBeforeTheFlushIsNoAcknowledgement() {
    hardLink =
        (link, file) -> {
          HardLink.OF_THE_SYSTEM.create(link, file);
          Thread.currentThread().interrupt();
        };
    assertThatThrownBy(this::put).isInstanceOf(StorageException.Interrupted.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptedThreadLearnsTheSameCapabilities() {
    try (ObjectStore other = new LocalObjectStore("a", folder, HardLink.OF_THE_SYSTEM)) {
      Thread.currentThread().interrupt();
      Capabilities capabilities = other.capabilities();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(capabilities.createOnly()).isTrue();
    }
  }

  private void put() throws StorageException {
    store.put(KEY, Payload.of(new byte[] {1}), PutMode.CREATE);
  }
}
