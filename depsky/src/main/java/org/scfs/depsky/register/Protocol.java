package org.scfs.depsky.register;

/** How values are kept; fixed for a data unit by its first version. */
public enum Protocol {
  /** DepSky-A: every cloud has the whole value in plaintext (ACM TOS 2013, section 3.3). */
  REPLICATED(1),
  /**
   * DepSky-CA: encrypted, erasure-coded, the key secret-shared; f clouds together learn nothing of
   * the value but its size, and all of them together keep n / k of it (section 3.5).
   */
  CONFIDENTIAL(2);

  private final int id;

  Protocol(int id) {
    this.id = id;
  }

  /** What the formats call it. */
  int id() {
    return id;
  }
}
