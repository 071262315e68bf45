package org.scfs.it.architecture.wrong.other;

import org.jspecify.annotations.Nullable;
import org.scfs.it.architecture.wrong.one.Hen;

/**
 * Knows the package that knows it.
 *
 * @param hen what comes next
 */
public record Egg(@Nullable Hen hen) {}
