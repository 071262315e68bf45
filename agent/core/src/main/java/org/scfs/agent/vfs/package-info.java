/**
 * The file system as its front ends see it: node ids and names in, attributes or an errno out.
 * Knows no transport.
 */
@NullMarked
package org.scfs.agent.vfs;

import org.jspecify.annotations.NullMarked;
