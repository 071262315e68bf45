package org.scfs.agent.volume;

import java.time.Duration;

/**
 * How one agent mounts a volume.
 *
 * @param volume its name
 * @param holder who this agent is, in words for another writer who is refused: principal and host
 * @param cacheLimit bytes of clean files to keep on the local disk
 * @param metadataTimeToLive how old cached metadata may be
 * @param lockWait how long opening for writing waits for another writer
 */
public record MountSettings(
    String volume,
    String holder,
    long cacheLimit,
    Duration metadataTimeToLive,
    Duration lockWait) {}
