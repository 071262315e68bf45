/** What {@code scfs status} shows: for programs as JSON, for people as text. */
@NullMarked
package org.scfs.agent.app.report;

import org.jspecify.annotations.NullMarked;
