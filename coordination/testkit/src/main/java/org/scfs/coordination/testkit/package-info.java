/**
 * The contract that every coordination service must pass, and a service in memory that passes it
 * and can be made to fail on command.
 */
@NullMarked
package org.scfs.coordination.testkit;

import org.jspecify.annotations.NullMarked;
