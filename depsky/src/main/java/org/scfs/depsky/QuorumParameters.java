package org.scfs.depsky;

import org.scfs.depsky.codec.CodeParameters;

/**
 * How a volume's versions are spread over its clouds; fixed when the volume is created.
 *
 * @param n number of clouds, at most 32
 * @param f how many of them may be faulty in any way; f of them together learn nothing
 * @param k how many blocks give the contents back; a version takes about n / k times its size, or
 *     {@link #writeQuorum} / k while the preferred clouds work
 * @param t how many shares give the key back, at least f + 1
 */
public record QuorumParameters(int n, int f, int k, int t) {

  /** Checks that t &gt;= f + 1 and n &gt;= 2 f + max(k, t). */
  public QuorumParameters {
    var _ = new CodeParameters(n, f, k, t);
  }

  /** The usual choice for n = 3 f + 1 clouds: k = t = f + 1. */
  public static QuorumParameters forFaults(int n, int f) {
    return new QuorumParameters(n, f, f + 1, f + 1);
  }

  /** How many clouds must acknowledge before a version is durable: f + max(k, t). */
  public int writeQuorum() {
    return f + readQuorum();
  }

  /** How many correct clouds give a version back: max(k, t). */
  int readQuorum() {
    return code().readQuorum();
  }

  CodeParameters code() {
    return new CodeParameters(n, f, k, t);
  }
}
