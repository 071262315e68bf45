/**
 * What an SCFS process takes from its surroundings: time, randomness, identifiers and threads. Code
 * above this package reaches them through these interfaces only, so that a simulator can replay any
 * history from a seed.
 */
@NullMarked
package org.scfs.ports;

import org.jspecify.annotations.NullMarked;
