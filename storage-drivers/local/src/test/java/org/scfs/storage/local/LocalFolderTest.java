package org.scfs.storage.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/** What a local store does with its folder, and with what others do to it. */
final class LocalFolderTest {

  private static final ObjectKey KEY = new ObjectKey("units/some/object");
  private static final String FILE = "units/some/object.obj";

  @TempDir private Path temporary;
  private Path folder;
  private ObjectStore store;

  @BeforeEach
  void open() throws IOException {
    folder = Files.createDirectory(temporary.resolve("cloud"));
    store = reopened();
  }

  private ObjectStore reopened() {
    return new LocalObjectStore("a", folder, HardLink.OF_THE_SYSTEM);
  }

  @Test
  void objectsSurviveTheProcess() throws Exception {
    put(KEY, "content");
    store.close();
    store = reopened();
    assertThat(read(KEY)).contains("content");
  }

  @Test
  void missingFolderIsUnavailableAndNeverCreated() throws Exception {
    put(KEY, "content");
    removeTree(folder);
    for (ThrowingCallable call : everyOperation()) {
      assertThatThrownBy(call)
          .isInstanceOf(StorageException.Unavailable.class)
          .hasMessage("the folder %s of cloud \"a\" is not there: mount it or create it", folder);
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void missingFolderIsNoReasonNotToOpen() {
    folder = temporary.resolve("not there");
    try (ObjectStore missing = reopened()) {
      assertThat(missing.capabilities().createOnly()).isFalse();
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void recreatedFolderIsAnEmptyStore() throws Exception {
    put(KEY, "old");
    removeTree(folder);
    assertThatThrownBy(() -> read(KEY)).isInstanceOf(StorageException.Unavailable.class);
    Files.createDirectory(folder);
    assertThat(read(KEY)).isEmpty();
    assertThat(list()).isEmpty();
    put(KEY, "new");
    assertThat(read(KEY)).contains("new");
  }

  @Test
  void folderThatComesBackHasItsObjects() throws Exception {
    put(KEY, "content");
    Path away = Files.move(folder, temporary.resolve("away"));
    assertThatThrownBy(() -> read(KEY)).isInstanceOf(StorageException.Unavailable.class);
    Files.move(away, folder);
    assertThat(read(KEY)).contains("content");
  }

  @Test
  void fileInPlaceOfTheFolderIsMisconfigured() throws Exception {
    Files.delete(folder);
    Files.writeString(folder, "a file");
    for (ThrowingCallable call : everyOperation()) {
      assertThatThrownBy(call)
          .isInstanceOf(StorageException.Misconfigured.class)
          .hasMessageContaining(folder.toString());
    }
  }

  @Test
  void fileInPlaceOfAnInnerFolderIsAnErrorNotAbsence() throws Exception {
    Files.createDirectory(folder.resolve("units"));
    Files.writeString(folder.resolve("units/some"), "a file");
    for (ThrowingCallable call : everyOperation()) {
      assertThatThrownBy(call)
          .isInstanceOf(StorageException.Unavailable.class)
          .hasMessageContaining("cloud \"a\"")
          .hasMessageContaining("units/some");
    }
    assertThat(folder.resolve("units/some")).hasContent("a file");
  }

  @Test
  void folderInPlaceOfAnObjectIsAnErrorNotAbsence() throws Exception {
    Files.createDirectories(folder.resolve(FILE));
    for (ThrowingCallable call : everyOperation()) {
      assertThatThrownBy(call)
          .isInstanceOf(StorageException.Unavailable.class)
          .hasMessageContaining(FILE);
    }
    assertThat(folder.resolve(FILE)).isEmptyDirectory();
  }

  @Test
  void linkOutOfTheFolderIsDeniedNotFollowed() throws Exception {
    Path outside = Files.createDirectories(temporary.resolve("outside/some"));
    Files.writeString(outside.resolve("object.obj"), "secret");
    Files.createSymbolicLink(folder.resolve("units"), outside.getParent());
    for (ThrowingCallable call : everyOperation()) {
      assertThatThrownBy(call)
          .isInstanceOf(StorageException.Denied.class)
          .hasMessageContaining("symbolic link");
    }
    assertThat(outside.resolve("object.obj")).hasContent("secret");
    assertThat(outside.toFile().list()).hasSize(1);
  }

  @Test
  void linkInPlaceOfAnObjectIsDeniedNotFollowed() throws Exception {
    Path outside = Files.writeString(temporary.resolve("outside"), "secret");
    Files.createDirectories(folder.resolve("units/some"));
    Files.createSymbolicLink(folder.resolve(FILE), outside);
    for (ThrowingCallable call : everyOperation()) {
      assertThatThrownBy(call).isInstanceOf(StorageException.Denied.class);
    }
    assertThat(outside).hasContent("secret");
  }

  @Test
  void linkInPlaceOfTheHiddenFolderIsDenied() throws Exception {
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.createSymbolicLink(folder.resolve(".incoming"), outside);
    assertThatThrownBy(() -> put(KEY, "content")).isInstanceOf(StorageException.Denied.class);
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void folderOfTheStoreMayBeALinkItself() throws Exception {
    put(KEY, "content");
    Path link = Files.createSymbolicLink(temporary.resolve("link"), folder);
    try (ObjectStore linked = new LocalObjectStore("a", link, HardLink.OF_THE_SYSTEM)) {
      assertThat(linked.get(KEY, ByteRange.first(100))).isPresent();
    }
  }

  @Test
  void onlyTheOwnerMayReadFilesAndFolders() throws Exception {
    put(KEY, "content");
    assertThat(mode(".incoming")).isEqualTo("rwx------");
    assertThat(mode("units")).isEqualTo("rwx------");
    assertThat(mode("units/some")).isEqualTo("rwx------");
    assertThat(mode(FILE)).isEqualTo("rw-------");
  }

  @Test
  void putLeavesNothingButTheObject() throws Exception {
    put(KEY, "content");
    store.put(KEY, Payload.of("other".getBytes(UTF_8)), PutMode.REPLACE);
    assertThatThrownBy(() -> put(KEY, "third")).isInstanceOf(StorageException.AlreadyExists.class);
    assertThat(store.capabilities().createOnly()).isTrue();
    assertThat(folder.resolve(".incoming")).isEmptyDirectory();
  }

  @Test
  void firstPutRemovesLeftoversOlderThanAnHour() throws Exception {
    Path old = leftover("put-1.part", 61);
    Path recent = leftover("put-2.part", 59);
    Path foreign = leftover("notes", 1000);
    assertThat(list()).isEmpty();
    put(KEY, "content");
    assertThat(old).doesNotExist();
    assertThat(recent).exists();
    assertThat(foreign).exists();
    assertThat(list()).containsExactly(KEY);
  }

  private Path leftover(String name, int minutes) throws IOException {
    Path hidden = folder.resolve(".incoming");
    if (!Files.exists(hidden)) {
      Files.createDirectory(hidden);
    }
    Path file = Files.writeString(hidden.resolve(name), "half an obj");
    FileTime now = Files.getLastModifiedTime(file);
    Files.setLastModifiedTime(file, FileTime.from(now.toInstant().minusSeconds(60L * minutes)));
    return file;
  }

  @Test
  void foreignFilesAreNoObjects() throws Exception {
    put(KEY, "content");
    Files.writeString(folder.resolve(".DS_Store"), "1");
    Files.writeString(folder.resolve("README.txt"), "1");
    Files.createDirectory(folder.resolve("lost+found"));
    Files.writeString(folder.resolve("%61.obj"), "a key written in another way");
    Files.writeString(folder.resolve("%ff.obj"), "no UTF-8");
    Files.writeString(folder.resolve("%0a.obj"), "no key");
    Files.createDirectory(folder.resolve("short.more"));
    Files.writeString(folder.resolve("short.more/x.obj"), "a part that need not be cut");
    assertThat(list()).containsExactly(KEY);
  }

  @Test
  void deleteRemovesEmptyFoldersAndKeepsTheOthers() throws Exception {
    put(KEY, "1");
    put(new ObjectKey("units/other"), "2");
    store.delete(List.of(KEY));
    assertThat(folder.resolve("units/some")).doesNotExist();
    store.delete(List.of(new ObjectKey("units/other")));
    assertThat(folder.resolve("units")).doesNotExist();
    assertThat(folder).exists();
  }

  @Test
  void shortenedObjectIsReadAsItIs() throws Exception {
    put(KEY, "0123456789");
    Files.writeString(folder.resolve(FILE), "01234");
    assertThat(read(KEY)).contains("01234");
    assertThat(store.get(KEY, new ByteRange(8, 2)))
        .hasValueSatisfying(bytes -> assertThat(bytes).isEmpty());
  }

  @Test
  void twoStoresShareAFolder() throws Exception {
    try (ObjectStore other = reopened()) {
      put(KEY, "content");
      assertThatThrownBy(() -> other.put(KEY, Payload.of(new byte[1]), PutMode.CREATE))
          .isInstanceOf(StorageException.AlreadyExists.class);
      assertThatCode(() -> other.delete(List.of(KEY))).doesNotThrowAnyException();
      put(KEY, "again");
      assertThat(read(KEY)).contains("again");
    }
  }

  private List<ThrowingCallable> everyOperation() {
    return List.of(
        () -> put(KEY, "new"),
        () -> store.put(KEY, Payload.of(new byte[1]), PutMode.REPLACE),
        () -> read(KEY),
        () -> store.head(KEY),
        () -> store.delete(List.of(KEY)),
        this::list);
  }

  private void put(ObjectKey key, String content) throws StorageException {
    store.put(key, Payload.of(content.getBytes(UTF_8)), PutMode.CREATE);
  }

  private Optional<String> read(ObjectKey key) throws StorageException {
    return store.get(key, ByteRange.first(1000)).map(bytes -> new String(bytes, UTF_8));
  }

  private List<ObjectKey> list() throws StorageException {
    return store.list(new ListRequest("", Optional.empty(), 1000)).objects().stream()
        .map(ObjectInfo::key)
        .toList();
  }

  private String mode(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
  }

  private static void removeTree(Path tree) throws IOException {
    try (Stream<Path> walk = Files.walk(tree)) {
      for (Path path : walk.toList().reversed()) {
        Files.delete(path);
      }
    }
  }
}
