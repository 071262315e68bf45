/** One half of a cycle of packages. */
@NullMarked
package org.scfs.it.architecture.wrong.one;

import org.jspecify.annotations.NullMarked;
