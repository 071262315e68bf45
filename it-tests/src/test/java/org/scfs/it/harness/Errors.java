package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What the kernel answers, as Java words it. */
public enum Errors {
  /** Somebody else writes the file. */
  EBUSY("Device or resource busy"),
  /** The clouds do not answer, or not enough of them. */
  EIO("Input/output error"),
  /** Somebody else wrote the file in the meantime. */
  ESTALE("Stale file handle");

  private final String words;

  Errors(String words) {
    this.words = words;
  }

  /** Fails the test unless the call fails with this error within the limit. */
  public void expect(Duration limit, ThrowingCallable call) {
    long begin = System.nanoTime();
    IOException failure = catchThrowableOfType(IOException.class, call);
    assertThat(failure).as("failure with " + this).hasMessageContaining(words);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("time to fail").isLessThan(limit);
  }
}
