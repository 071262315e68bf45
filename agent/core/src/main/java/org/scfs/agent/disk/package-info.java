/** The local disk as the agent needs it: files in one folder, with explicit durability. */
@NullMarked
package org.scfs.agent.disk;

import org.jspecify.annotations.NullMarked;
