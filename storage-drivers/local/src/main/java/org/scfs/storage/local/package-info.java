/** The driver for clouds that are folders: local disks, mounted shares, removable drives. */
@NullMarked
package org.scfs.storage.local;

import org.jspecify.annotations.NullMarked;
