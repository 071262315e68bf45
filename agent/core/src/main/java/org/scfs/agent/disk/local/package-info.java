/** The disk port over a real folder. */
@NullMarked
package org.scfs.agent.disk.local;

import org.jspecify.annotations.NullMarked;
