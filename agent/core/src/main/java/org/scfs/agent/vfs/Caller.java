package org.scfs.agent.vfs;

/**
 * The process on whose behalf a call is made.
 *
 * @param uid its user
 * @param gid its group
 * @param pid its process id, for messages only
 */
public record Caller(int uid, int gid, int pid) {}
