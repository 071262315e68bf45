/** The object-store SPI: what SCFS asks of one cloud, and the values and errors of that talk. */
@NullMarked
package org.scfs.storage;

import org.jspecify.annotations.NullMarked;
