package org.scfs.agent.volume;

import java.util.List;
import org.scfs.depsky.QuorumParameters;
import org.scfs.ports.Id128;

/**
 * What every agent that mounts a volume must agree on. Fixed when the volume is created.
 *
 * @param id never reused
 * @param root id of the root directory
 * @param parameters n, f, k and t
 * @param segmentBytes bytes of a segment
 * @param clouds the clouds' names in the order that fixes which block each one holds
 */
public record VolumeDefinition(
    Id128 id, Id128 root, QuorumParameters parameters, int segmentBytes, List<String> clouds) {

  /** Makes the list immutable. */
  public VolumeDefinition {
    clouds = List.copyOf(clouds);
    if (clouds.size() != parameters.n()) {
      throw new IllegalArgumentException(
          "n is " + parameters.n() + " but there are " + clouds.size() + " clouds");
    }
  }
}
