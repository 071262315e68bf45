package org.scfs.depsky.register;

/** A value that was read. Not a record: nobody compares or prints the bytes. */
public final class Value {

  private final Version version;
  private final byte[] bytes;

  Value(Version version, byte[] bytes) {
    this.version = version;
    this.bytes = bytes;
  }

  /** Which version it is. */
  public Version version() {
    return version;
  }

  /** The value, which now belongs to the caller. */
  public byte[] bytes() {
    return bytes;
  }
}
