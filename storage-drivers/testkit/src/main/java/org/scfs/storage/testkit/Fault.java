package org.scfs.storage.testkit;

import java.time.Duration;

/** What can be wrong with a cloud. See {@link FaultyObjectStore#start}. */
public sealed interface Fault {

  /** Faults of which the caller hears, or that make it wait, before anything happens. */
  sealed interface Refusal extends Fault {}

  /** Every call fails with {@code Unavailable}. */
  record Down() implements Refusal {}

  /** Every call fails with {@code Denied}. */
  record Denied() implements Refusal {}

  /** Every call hangs until its thread is interrupted, even if the fault ends before. */
  record Hanging() implements Refusal {}

  /**
   * Every call takes longer.
   *
   * @param delay by how much
   */
  record Slow(Duration delay) implements Refusal {}

  /**
   * Every call fails with {@code Throttled}.
   *
   * @param retryAfter the time that the cloud asks to wait
   */
  record Throttling(Duration retryAfter) implements Refusal {}

  /** Faults of storing. */
  sealed interface Loss extends Fault {}

  /** Puts and deletes are acknowledged, and nothing is done. */
  record Forgetful() implements Loss {}

  /** A put stores the first half of the object, then fails with {@code Unavailable}. */
  record HalfWritten() implements Loss {}

  /** A put stores the object, then fails with {@code Unavailable}: its answer is lost. */
  record LostAnswer() implements Loss {}

  /**
   * Of puts that create an object, a second one succeeds too, and replaces the first one's bytes.
   */
  record CreateTwice() implements Loss {}

  /** Faults of the bytes that a get returns. */
  sealed interface Corruption extends Fault {}

  /** One bit of the answer is flipped, in the byte in the middle. */
  record FlippedBit() implements Corruption {}

  /** The answer has the right length, and random bytes; the same ones for the same object. */
  record RandomBytes() implements Corruption {}

  /** The second half of the answer is missing. */
  record Truncated() implements Corruption {}

  /** Faults of a cloud that shows an older state than it has. */
  sealed interface Rollback extends Fault {}

  /**
   * Gets and heads of an object that was replaced answer with its first content. Once the fault
   * ends, the last content is there.
   */
  record FirstWritten() implements Rollback {}

  /**
   * Gets, heads and lists show the state of the moment when the fault started. Puts and deletes
   * work, and show their effects once the fault ends.
   */
  record Frozen() implements Rollback {}

  /** Lists show the state of the moment when the fault started; gets and heads the current one. */
  record LaggingList() implements Rollback {}
}
