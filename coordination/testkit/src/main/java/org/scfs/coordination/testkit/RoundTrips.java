package org.scfs.coordination.testkit;

/**
 * How often a client asked the service and waited for the answer.
 *
 * @param reads how often nodes and listings were read, whatever they asked for
 * @param commits how often a transaction was sent; one more each time that a lost answer was looked
 *     up
 * @param locks for acquiring: one if the lock was free, more if others had to be waited for
 */
public record RoundTrips(long reads, long commits, long locks) {

  /** All of them. */
  public long total() {
    return reads + commits + locks;
  }

  /** What came on top of an earlier count. */
  public RoundTrips since(RoundTrips earlier) {
    return new RoundTrips(reads - earlier.reads, commits - earlier.commits, locks - earlier.locks);
  }
}
