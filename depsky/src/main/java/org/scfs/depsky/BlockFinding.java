package org.scfs.depsky;

/**
 * What was found of one object of a version in one cloud.
 *
 * @param cloud its name
 * @param segment the segment that the object holds, {@value #MANIFEST} if it holds the manifest of
 *     a version of several segments
 * @param state what was found
 * @param detail why, for a person; empty if it is good
 */
public record BlockFinding(String cloud, int segment, BlockState state, String detail) {

  /** Stands for the manifest in the place of a segment's index. */
  public static final int MANIFEST = -1;
}
