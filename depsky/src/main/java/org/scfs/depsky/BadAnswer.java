package org.scfs.depsky;

import org.jspecify.annotations.Nullable;

/** An answer of a cloud that is no error, and still not what was asked for. */
public final class BadAnswer extends Exception {

  enum Kind {
    /** The cloud says that there is no such object: it lost it, lags, or never had it. */
    ABSENT,
    /** The cloud returned bytes that nobody stored. */
    CORRUPT
  }

  private final Kind kind;

  private BadAnswer(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** It has no such object, though it should. */
  static BadAnswer absent(String object) {
    return new BadAnswer(Kind.ABSENT, "has no " + object, null);
  }

  /** Its answer is wrong; the message goes on after the name of the cloud. */
  public static BadAnswer corrupt(String message) {
    return new BadAnswer(Kind.CORRUPT, message, null);
  }

  /** The bytes are not those of the object; the cause says why. */
  public static BadAnswer corrupt(String object, Throwable cause) {
    String message = "returned bytes that are not " + object + ": " + cause.getMessage();
    return new BadAnswer(Kind.CORRUPT, message, cause);
  }

  Kind kind() {
    return kind;
  }
}
