/**
 * What is there before a mount: the checked configuration, the identity, the cache's folder, the
 * volume's founding.
 */
@NullMarked
package org.scfs.agent.app.setup;

import org.jspecify.annotations.NullMarked;
