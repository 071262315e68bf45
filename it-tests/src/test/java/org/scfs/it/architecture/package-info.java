/** What holds between the modules and packages of the product, checked on its compiled classes. */
@NullMarked
package org.scfs.it.architecture;

import org.jspecify.annotations.NullMarked;
