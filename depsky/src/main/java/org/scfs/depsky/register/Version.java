package org.scfs.depsky.register;

import org.scfs.depsky.Digest;

/**
 * A version of a data unit.
 *
 * @param number counts the unit's versions from 1; numbers may be missing
 * @param hash what {@link RegisterStore#readMatching} finds it by; says nothing of the value
 * @param size of the value in bytes
 */
public record Version(long number, Digest hash, long size) {}
