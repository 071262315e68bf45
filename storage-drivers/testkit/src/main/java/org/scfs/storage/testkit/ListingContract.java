package org.scfs.storage.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.scfs.storage.testkit.Samples.key;
import static org.scfs.storage.testkit.Samples.names;
import static org.scfs.storage.testkit.Samples.putNew;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;

/** The part of the contract that is about listings. */
interface ListingContract extends NewStore {

  @Test
  default void emptyStoreListsNothing() throws Exception {
    try (ObjectStore store = newStore()) {
      assertThat(list(store, "", 1000)).isEqualTo(new ListPage(List.of(), true));
    }
  }

  @Test
  default void listTellsWhatHeadTells() throws Exception {
    try (ObjectStore store = newStore()) {
      putNew(store, "folder/listed", "12345");
      ObjectInfo listed = list(store, "", 1000).objects().getFirst();
      assertThat(listed.key()).isEqualTo(key("folder/listed"));
      assertThat(listed.size()).isEqualTo(5);
    }
  }

  @Test
  default void listIsInByteOrder() throws Exception {
    // The last but one sorts before the last in UTF-8, and after it in UTF-16.
    List<String> sorted =
        List.of(
            "A",
            "a",
            "a b",
            "a!",
            "a-b",
            "a-b/c",
            "a.b",
            "a/b",
            "a/b c",
            "a/b/c",
            "a0",
            "aa",
            "b",
            "\u00e9",
            "\uff5e",
            "\ud83d\ude00");
    try (ObjectStore store = newStore()) {
      for (String name : sorted.reversed()) {
        putNew(store, name, name);
      }
      assertThat(names(list(store, "", 1000))).containsExactlyElementsOf(sorted);
      assertThat(inPagesOf(3, store, "")).containsExactlyElementsOf(sorted);
      assertThat(inPagesOf(1, store, "")).containsExactlyElementsOf(sorted);
    }
  }

  @Test
  default void longPartsAreListedInOrder() throws Exception {
    String stem = "x".repeat(80);
    List<String> sorted =
        List.of(
            stem,
            stem + "-1",
            stem + "-1/z",
            stem + "/a",
            stem + "/" + stem + "/b",
            stem + "/" + stem + "0",
            stem + "0",
            stem + "x",
            stem + "x" + stem + "/c");
    try (ObjectStore store = newStore()) {
      for (String name : sorted) {
        putNew(store, name, "1");
      }
      assertThat(inPagesOf(2, store, "")).containsExactlyElementsOf(sorted);
      assertThat(names(list(store, stem + "/", 1000))).hasSize(3);
      assertThat(names(list(store, stem + "x", 1000))).hasSize(2);
    }
  }

  @Test
  default void prefixSelectsKeysByText() throws Exception {
    try (ObjectStore store = newStore()) {
      for (String name : List.of("a", "ab", "ab/1", "ab/2", "abc/3", "b", "%20", " ")) {
        putNew(store, name, name);
      }
      assertThat(names(list(store, "ab", 1000))).containsExactly("ab", "ab/1", "ab/2", "abc/3");
      assertThat(names(list(store, "ab/", 1000))).containsExactly("ab/1", "ab/2");
      assertThat(names(list(store, "ab/1", 1000))).containsExactly("ab/1");
      assertThat(names(list(store, "%", 1000))).containsExactly("%20");
      assertThat(names(list(store, "ab/1/", 1000))).isEmpty();
      assertThat(names(list(store, "zzz", 1000))).isEmpty();
    }
  }

  @Test
  default void afterNeedNotExist() throws Exception {
    try (ObjectStore store = newStore()) {
      for (String name : List.of("a", "c/1", "c/3", "e")) {
        putNew(store, name, name);
      }
      assertThat(after(store, "", "b")).containsExactly("c/1", "c/3", "e");
      assertThat(after(store, "", "c/1")).containsExactly("c/3", "e");
      assertThat(after(store, "", "c/2")).containsExactly("c/3", "e");
      assertThat(after(store, "", "c/3/x")).containsExactly("e");
      assertThat(after(store, "c/", "a")).containsExactly("c/1", "c/3");
      assertThat(after(store, "c/", "c/1")).containsExactly("c/3");
      assertThat(after(store, "c/", "d")).isEmpty();
      assertThat(after(store, "", "z")).isEmpty();
    }
  }

  @Test
  default void completeTellsWhetherKeysFollow() throws Exception {
    try (ObjectStore store = newStore()) {
      for (String name : List.of("a/1", "a/2", "b")) {
        putNew(store, name, name);
      }
      assertThat(list(store, "", 2).complete()).isFalse();
      assertThat(list(store, "", 3).complete()).isTrue();
      assertThat(list(store, "a/", 1).complete()).isFalse();
      assertThat(list(store, "a/", 2).complete()).isTrue();
    }
  }

  @Test
  default void moreThanAThousandKeysComeInPages() throws Exception {
    try (ObjectStore store = newStore()) {
      List<String> sorted = new ArrayList<>();
      for (int i = 0; i < 1005; i++) {
        sorted.add("folder-%02d/%04d".formatted(i / 100, i));
      }
      Together.run(
          15,
          thread ->
              () -> {
                for (int i = thread; i < sorted.size(); i += 15) {
                  putNew(store, sorted.get(i), "1");
                }
                return thread;
              });
      ListPage first = list(store, "folder", 1000);
      assertThat(first.complete()).isFalse();
      assertThat(names(first)).containsExactlyElementsOf(sorted.subList(0, 1000));
      assertThat(inPagesOf(1000, store, "folder")).containsExactlyElementsOf(sorted);
      assertThat(inPagesOf(335, store, "")).containsExactlyElementsOf(sorted);
    }
  }

  private static ListPage list(ObjectStore store, String prefix, int limit)
      throws StorageException {
    return store.list(new ListRequest(prefix, Optional.empty(), limit));
  }

  private static List<String> after(ObjectStore store, String prefix, String after)
      throws StorageException {
    ListPage page = store.list(new ListRequest(prefix, Optional.of(key(after)), 1000));
    assertThat(page.complete()).isTrue();
    return names(page);
  }

  private static List<String> inPagesOf(int limit, ObjectStore store, String prefix)
      throws StorageException {
    List<String> found = new ArrayList<>();
    ListPage page = list(store, prefix, limit);
    found.addAll(names(page));
    while (!page.complete()) {
      assertThat(page.objects()).hasSize(limit);
      page =
          store.list(new ListRequest(prefix, Optional.of(page.objects().getLast().key()), limit));
      found.addAll(names(page));
    }
    return found;
  }
}
