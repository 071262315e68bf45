package org.scfs.depsky;

import org.scfs.storage.ObjectStore;

/**
 * One of a volume's clouds. The order of a volume's clouds fixes which block each of them holds.
 *
 * @param name how people call it
 * @param store the way to it
 */
public record Cloud(String name, ObjectStore store) {}
