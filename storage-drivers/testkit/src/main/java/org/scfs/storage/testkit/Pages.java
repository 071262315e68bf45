package org.scfs.storage.testkit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.scfs.storage.ListPage;
import org.scfs.storage.ListRequest;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;

/** Listings in pages, cut from a sorted map and put together again. */
final class Pages {

  private static final int LIMIT = 1000;

  private Pages() {}

  /** The page of all these objects, in the order of their keys, that a request asks for. */
  static ListPage cut(NavigableMap<ObjectKey, ObjectInfo> objects, ListRequest request) {
    Collection<ObjectInfo> following =
        request.after().map(after -> objects.tailMap(after, false)).orElse(objects).values();
    List<ObjectInfo> page =
        following.stream()
            .filter(info -> info.key().value().startsWith(request.prefix()))
            .limit(request.limit() + 1L)
            .toList();
    boolean complete = page.size() <= request.limit();
    return new ListPage(complete ? page : page.subList(0, request.limit()), complete);
  }

  /** All objects whose keys begin with the prefix, page by page. */
  static List<ObjectInfo> all(ObjectStore store, String prefix) throws StorageException {
    List<ObjectInfo> found = new ArrayList<>();
    Optional<ObjectKey> after = Optional.empty();
    ListPage page;
    do {
      page = store.list(new ListRequest(prefix, after, LIMIT));
      found.addAll(page.objects());
      after = found.isEmpty() ? after : Optional.of(found.getLast().key());
    } while (!page.complete());
    return found;
  }
}
