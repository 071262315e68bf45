package org.scfs.it.architecture.wrong;

/** A good name that only looks like a bad one. */
public record Implicit() {}
