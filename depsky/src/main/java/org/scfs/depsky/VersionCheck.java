package org.scfs.depsky;

import java.util.List;

/**
 * How well a version is kept.
 *
 * @param findings of every object in every cloud, segment by segment
 * @param copiesNeeded in how many clouds an object must be good to survive f faults: f + max(k, t)
 */
public record VersionCheck(List<BlockFinding> findings, int copiesNeeded) {

  /** Makes the list immutable. */
  public VersionCheck {
    findings = List.copyOf(findings);
  }

  /** Whether every object is good in so many clouds that the version survives f more faults. */
  public boolean isDurable() {
    return findings.stream()
        .mapToInt(BlockFinding::segment)
        .distinct()
        .allMatch(segment -> good(segment) >= copiesNeeded);
  }

  /** How many objects are in this state. */
  public long count(BlockState state) {
    return findings.stream().filter(finding -> finding.state() == state).count();
  }

  private long good(int segment) {
    return findings.stream()
        .filter(finding -> finding.segment() == segment && finding.state() == BlockState.GOOD)
        .count();
  }
}
