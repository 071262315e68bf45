/**
 * The name space: tuples under ids that are never reused, directory entries in hashed buckets, and
 * the transactions that change them.
 */
@NullMarked
package org.scfs.agent.metadata;

import org.jspecify.annotations.NullMarked;
