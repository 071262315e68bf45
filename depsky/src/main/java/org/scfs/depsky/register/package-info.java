/**
 * Stand-alone registers: versions of data units on n clouds without any other service, as in the
 * DepSky paper (Bessani et al., ACM TOS 2013). {@link org.scfs.depsky.register.RegisterStore} is
 * the door.
 */
@NullMarked
package org.scfs.depsky.register;

import org.jspecify.annotations.NullMarked;
