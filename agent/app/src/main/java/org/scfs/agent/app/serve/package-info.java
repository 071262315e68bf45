/** A mount at work: its parts put together, its end, its life in the background. */
@NullMarked
package org.scfs.agent.app.serve;

import org.jspecify.annotations.NullMarked;
