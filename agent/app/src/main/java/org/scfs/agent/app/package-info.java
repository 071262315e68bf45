/** The program {@code scfs}: its command line, and where everything is wired together. */
@NullMarked
package org.scfs.agent.app;

import org.jspecify.annotations.NullMarked;
