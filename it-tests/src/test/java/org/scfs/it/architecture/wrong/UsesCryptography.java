package org.scfs.it.architecture.wrong;

import javax.crypto.SecretKey;

/**
 * Cryptography outside of the codecs.
 *
 * @param key of a type that must not be known here
 */
public record UsesCryptography(SecretKey key) {}
