package org.scfs.it.architecture.wrong.unmarked;

/** Lives in a package that does not say whether null is allowed. */
public record Careless() {}
