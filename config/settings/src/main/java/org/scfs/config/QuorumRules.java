package org.scfs.config;

import java.util.Optional;

/**
 * The parameters of a volume's quorums and what must hold between them (DepSky, section 3: a
 * Byzantine quorum system over {@code n >= 3f+1} clouds).
 *
 * @param clouds n, the number of clouds
 * @param faulty f, how many may fail in any way
 * @param dataBlocks k, how many blocks restore a segment
 * @param keyShares t, how many shares restore a key
 */
record QuorumRules(long clouds, long faulty, long dataBlocks, long keyShares) {

  static final int MOST_CLOUDS = 32;

  /**
   * A rule that does not hold.
   *
   * @param key the key of the configuration to blame
   */
  record Violation(String key, String problem) {}

  /** The default of f: as many as the clouds can bear. */
  static long defaultFaulty(long clouds) {
    return (clouds - 1) / 3;
  }

  /** The default of k and of t: no f clouds together can restore anything. */
  static long defaultParts(long faulty) {
    return faulty + 1;
  }

  /** The first rule that does not hold. */
  Optional<Violation> violation() {
    return cloudsViolation().or(this::faultyViolation).or(this::partsViolation);
  }

  private Optional<Violation> cloudsViolation() {
    if (clouds < 1) {
      return violation("clouds", "a volume needs at least one cloud");
    }
    if (clouds > MOST_CLOUDS) {
      return violation("clouds", "a volume has at most " + MOST_CLOUDS + " clouds, not " + clouds);
    }
    return Optional.empty();
  }

  private Optional<Violation> faultyViolation() {
    if (faulty < 0) {
      return violation("faulty", "the number of faulty clouds cannot be negative");
    }
    if (faulty > defaultFaulty(clouds)) {
      return violation(
          "faulty",
          "%d clouds bear at most %d faulty, not %d: there must be 3 x faulty + 1 clouds"
              .formatted(clouds, defaultFaulty(clouds), faulty));
    }
    return Optional.empty();
  }

  private Optional<Violation> partsViolation() {
    long most = clouds - 2 * faulty;
    if (dataBlocks < 1 || dataBlocks > most) {
      return violation("data-blocks", range("data-blocks", 1, dataBlocks));
    }
    if (keyShares < faulty + 1 || keyShares > most) {
      return violation("key-shares", range("key-shares", faulty + 1, keyShares));
    }
    return Optional.empty();
  }

  private String range(String key, long least, long value) {
    return "with %d clouds of which %d may be faulty, %s must be from %d to %d, not %d"
        .formatted(clouds, faulty, key, least, clouds - 2 * faulty, value);
  }

  private static Optional<Violation> violation(String key, String problem) {
    return Optional.of(new Violation(key, problem));
  }
}
