/** A class that would break the direction of the modules, to show that the rule can fail. */
@NullMarked
package org.scfs.depsky.wrong;

import org.jspecify.annotations.NullMarked;
