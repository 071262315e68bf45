package org.scfs.it.architecture.wrong.one;

import org.scfs.it.architecture.wrong.other.Egg;

/**
 * Knows the package that knows it.
 *
 * @param egg what comes next
 */
public record Hen(Egg egg) {}
