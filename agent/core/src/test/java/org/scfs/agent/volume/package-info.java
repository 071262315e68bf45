/** Tests of whole volumes over services in memory. */
@NullMarked
package org.scfs.agent.volume;

import org.jspecify.annotations.NullMarked;
