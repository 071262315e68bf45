/** Benchmarks of the codec. What the numbers mean: README.md beside this module's POM. */
@NullMarked
package org.scfs.bench;

import org.jspecify.annotations.NullMarked;
