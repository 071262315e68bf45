/**
 * DepSky: versions of data units on n object stores, of which any f may be faulty in any way
 * (Bessani et al., ACM TOS 2013). {@link org.scfs.depsky.AnchoredStore} is the door.
 */
@NullMarked
package org.scfs.depsky;

import org.jspecify.annotations.NullMarked;
