/**
 * The consistency anchor's API: a small tree of versioned nodes with transactions, locks that end
 * with their session, and the tuples that SCFS keeps there. No type of any coordination service's
 * client shows here.
 */
@NullMarked
package org.scfs.coordination;

import org.jspecify.annotations.NullMarked;
