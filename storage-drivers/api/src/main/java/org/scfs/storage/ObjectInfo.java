package org.scfs.storage;

import java.time.Instant;

/**
 * What a store says of an object without its bytes.
 *
 * @param key its name
 * @param size its length in bytes
 * @param lastModified when it was stored, by the store's clock
 */
public record ObjectInfo(ObjectKey key, long size, Instant lastModified) {}
