/** A volume as a whole: its creation, its mounted state, its parts wired together. */
@NullMarked
package org.scfs.agent.volume;

import org.jspecify.annotations.NullMarked;
