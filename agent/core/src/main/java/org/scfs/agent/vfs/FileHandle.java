package org.scfs.agent.vfs;

/**
 * An open file of one mount, until it is released.
 *
 * @param number unique in the life of the mount
 */
public record FileHandle(long number) {}
