/**
 * Whole files on the local disk: clean ones are a cache under a byte limit, changed ones are state
 * that is kept until it is committed.
 */
@NullMarked
package org.scfs.agent.cache;

import org.jspecify.annotations.NullMarked;
