package org.scfs.storage.testkit;

/** The operations of an {@link org.scfs.storage.ObjectStore}, to limit faults and count calls. */
public enum Operation {
  PUT,
  GET,
  HEAD,
  DELETE,
  LIST
}
