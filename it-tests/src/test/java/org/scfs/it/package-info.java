/** The product as a whole: real processes, real mounts, a real coordination service. */
@NullMarked
package org.scfs.it;

import org.jspecify.annotations.NullMarked;
