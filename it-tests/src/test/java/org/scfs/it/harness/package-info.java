/** What the tests of the whole product run on: agents as processes, clouds as folders, a shell. */
@NullMarked
package org.scfs.it.harness;

import org.jspecify.annotations.NullMarked;
