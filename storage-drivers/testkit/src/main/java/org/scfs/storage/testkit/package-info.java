/**
 * What tests of and above object stores share: the contract that every driver passes, a store in
 * memory, and a store that fails on demand.
 */
@NullMarked
package org.scfs.storage.testkit;

import org.jspecify.annotations.NullMarked;
