/** The ports of a real process: the system's clock, its secure random source, virtual threads. */
@NullMarked
package org.scfs.ports.system;

import org.jspecify.annotations.NullMarked;
