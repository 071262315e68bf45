/**
 * The configuration: one immutable record per section, read from a TOML file whose every mistake is
 * answered with line, column and what was meant.
 */
@NullMarked
package org.scfs.config;

import org.jspecify.annotations.NullMarked;
