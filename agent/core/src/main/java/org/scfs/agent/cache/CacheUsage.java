package org.scfs.agent.cache;

/**
 * How full the cache is.
 *
 * @param limit what it may take, in bytes
 * @param clean bytes of files that can be fetched again
 * @param files how many of those there are
 * @param changed bytes of files with changes that are not committed yet
 */
public record CacheUsage(long limit, long clean, int files, long changed) {}
