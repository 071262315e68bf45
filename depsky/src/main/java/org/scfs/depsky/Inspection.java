package org.scfs.depsky;

import org.jspecify.annotations.Nullable;
import org.scfs.storage.StorageException;

/**
 * What one cloud has of one object.
 *
 * @param state what was found
 * @param value what the object holds, if it is good
 * @param detail why not, for a person
 */
record Inspection<T>(BlockState state, @Nullable T value, String detail) {

  /** Fetches an object and verifies it. */
  static <T> Inspection<T> of(Request<T> object, CloudClient cloud)
      throws StorageException, DepSkyException.Damaged {
    try {
      return new Inspection<>(BlockState.GOOD, object.send(cloud).value(), "");
    } catch (BadAnswer e) {
      BlockState state =
          switch (e.kind()) {
            case ABSENT -> BlockState.MISSING;
            case CORRUPT -> BlockState.CORRUPT;
          };
      return new Inspection<>(state, null, String.valueOf(e.getMessage()));
    }
  }

  static <T> Inspection<T> noAnswer() {
    return new Inspection<>(BlockState.NO_ANSWER, null, "did not answer");
  }

  /** The object could not be replaced: what was found before holds, as far as anybody knows. */
  Inspection<T> notReplaced() {
    return new Inspection<>(state, value, detail + "; it could not be replaced");
  }
}
