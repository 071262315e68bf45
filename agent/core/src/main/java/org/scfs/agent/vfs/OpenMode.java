package org.scfs.agent.vfs;

/**
 * What a file is opened for.
 *
 * @param read whether the handle reads
 * @param write whether the handle writes, which takes the file's lock
 * @param append whether each write goes to the end of the file
 * @param truncate whether the file is emptied first
 */
public record OpenMode(boolean read, boolean write, boolean append, boolean truncate) {}
