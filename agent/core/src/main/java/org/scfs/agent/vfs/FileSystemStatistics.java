package org.scfs.agent.vfs;

/**
 * What {@code statfs} shows.
 *
 * @param blockBytes size of a block
 * @param blocks how many there are
 * @param freeBlocks how many are free
 * @param maxNameBytes longest name
 */
public record FileSystemStatistics(
    int blockBytes, long blocks, long freeBlocks, int maxNameBytes) {}
