/**
 * The front end on libfuse 2 through jnr-fuse: translates the kernel's path-based requests to the
 * node-based {@link org.scfs.agent.vfs.Vfs}. No FUSE type leaves this package.
 */
@NullMarked
package org.scfs.agent.fuse;

import org.jspecify.annotations.NullMarked;
