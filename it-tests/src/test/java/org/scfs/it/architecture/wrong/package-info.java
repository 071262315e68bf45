/** Classes that break a rule each, to show that the rules can fail. */
@NullMarked
package org.scfs.it.architecture.wrong;

import org.jspecify.annotations.NullMarked;
