package org.scfs.agent.disk;

/**
 * The space of a disk in bytes.
 *
 * @param total all of it
 * @param free what this process may still use
 */
public record DiskSpace(long total, long free) {}
