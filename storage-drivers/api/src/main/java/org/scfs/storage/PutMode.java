package org.scfs.storage;

/** What {@link ObjectStore#put} does with an object that exists. */
public enum PutMode {
  /** Refuse: the object must be new. Atomic where {@link Capabilities#createOnly} says so. */
  CREATE,
  /** Replace it. */
  REPLACE
}
