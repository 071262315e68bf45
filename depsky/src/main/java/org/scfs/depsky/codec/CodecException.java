package org.scfs.depsky.codec;

import org.jspecify.annotations.Nullable;

/** Bytes that are not what the format, the manifest or the key says they must be. */
public final class CodecException extends Exception {

  /** Creates the exception; the message says what is wrong with the bytes. */
  public CodecException(String message) {
    this(message, null);
  }

  /** Creates the exception with its cause, if it has one. */
  public CodecException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  static void check(boolean condition, String message) throws CodecException {
    if (!condition) {
      throw new CodecException(message);
    }
  }
}
