package org.scfs.storage.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.scfs.storage.ByteRange;
import org.scfs.storage.ListPage;
import org.scfs.storage.ObjectInfo;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.Payload;
import org.scfs.storage.PutMode;
import org.scfs.storage.StorageException;

/** Short words for the tests of a store. */
final class Samples {

  /** A range that covers every small object. */
  static final ByteRange WHOLE = ByteRange.first(1 << 20);

  private Samples() {}

  static ObjectKey key(String value) {
    return new ObjectKey(value);
  }

  static Payload text(String content) {
    return Payload.of(content.getBytes(UTF_8));
  }

  static void putNew(ObjectStore store, String key, String content) throws StorageException {
    store.put(key(key), text(content), PutMode.CREATE);
  }

  static void replace(ObjectStore store, String key, String content) throws StorageException {
    store.put(key(key), text(content), PutMode.REPLACE);
  }

  static Optional<String> read(ObjectStore store, String key) throws StorageException {
    return store.get(key(key), WHOLE).map(bytes -> new String(bytes, UTF_8));
  }

  static List<String> names(ListPage page) {
    return names(page.objects());
  }

  static List<String> names(List<ObjectInfo> objects) {
    return objects.stream().map(info -> info.key().value()).toList();
  }

  /** An array of one repeated byte, whose length depends on it: a mixture of two is noticed. */
  static byte[] uniform(int value) {
    byte[] bytes = new byte[value * 3000];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
