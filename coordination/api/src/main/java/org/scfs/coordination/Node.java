package org.scfs.coordination;

/**
 * What a node held when it was read. The array is not copied; nobody changes it.
 *
 * @param data the node's bytes, at most {@value #MAX_DATA_BYTES}
 * @param version how often it was set since it was created, from 0. <strong>A node that is deleted
 *     and created again starts at 0</strong>, so a version only protects paths that are never
 *     reused
 */
@SuppressWarnings("ArrayRecordComponent") // a value read once; never compared or used as a key
public record Node(byte[] data, int version) {

  /** The most bytes that a node may hold, well below ZooKeeper's limit for a packet. */
  public static final int MAX_DATA_BYTES = 512 * 1024;
}
