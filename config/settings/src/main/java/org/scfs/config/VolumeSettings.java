package org.scfs.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One section {@code [volumes.NAME]}: a file system over some clouds.
 *
 * @param name the volume's name
 * @param clouds the clouds' names; a cloud's place in this list is fixed once the volume is created
 * @param faulty f, how many clouds may fail in any way without harm
 * @param dataBlocks k, how many blocks restore a segment
 * @param keyShares t, how many shares restore a key
 * @param segmentBytes size of the pieces that a large file is cut into
 * @param metadataTtl how long metadata may be answered from the cache; zero turns the cache off
 * @param lockWait how long an open for writing waits for another writer
 * @param cloudTimeout how long a request to one cloud may take
 */
public record VolumeSettings(
    String name,
    List<String> clouds,
    int faulty,
    int dataBlocks,
    int keyShares,
    int segmentBytes,
    Duration metadataTtl,
    Duration lockWait,
    Duration cloudTimeout) {

  /**
   * Makes the list immutable and checks the parameters of the quorums.
   *
   * @throws IllegalArgumentException if no volume can work with these parameters
   */
  public VolumeSettings {
    clouds = List.copyOf(clouds);
    Optional<QuorumRules.Violation> violation =
        new QuorumRules(clouds.size(), faulty, dataBlocks, keyShares).violation();
    if (violation.isPresent()) {
      throw new IllegalArgumentException("volume " + name + ": " + violation.get().problem());
    }
  }
}
