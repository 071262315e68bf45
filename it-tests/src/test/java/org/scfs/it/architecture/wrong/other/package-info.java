/** The other half of a cycle of packages. */
@NullMarked
package org.scfs.it.architecture.wrong.other;

import org.jspecify.annotations.NullMarked;
