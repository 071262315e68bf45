package org.scfs.agent.disk;

import java.time.Instant;

/**
 * A file as a listing shows it.
 *
 * @param name its name within the folder
 * @param size its length in bytes
 * @param modified when it was last written
 */
public record DiskEntry(String name, long size, Instant modified) {}
