/**
 * Turns file contents into what clouds may hold and back: encryption, erasure code, secret sharing,
 * hashes, signatures and the byte formats of objects. The only package that touches JCE and
 * BouncyCastle; it does no I/O and knows no cloud.
 */
@NullMarked
package org.scfs.depsky.codec;

import org.jspecify.annotations.NullMarked;
