/**
 * Open files: one per file and version, shared by all handles of this agent, from the first open to
 * the commit of the last change.
 */
@NullMarked
package org.scfs.agent.openfile;

import org.jspecify.annotations.NullMarked;
