/** What a transport offers: it shows a {@link org.scfs.agent.vfs.Vfs} to the kernel as a mount. */
@NullMarked
package org.scfs.agent.frontend;

import org.jspecify.annotations.NullMarked;
