/**
 * The anchor protocol: data to the clouds first, then one transaction that makes it the file's
 * current version, and what happens to bytes that came too late for that.
 */
@NullMarked
package org.scfs.agent.anchor;

import org.jspecify.annotations.NullMarked;
