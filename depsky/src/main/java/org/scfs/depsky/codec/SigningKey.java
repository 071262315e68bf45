package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.scfs.ports.Randomness;

/** A principal's Ed25519 key pair (RFC 8032), which signs manifests. Immutable, thread-safe. */
public final class SigningKey {

  /** Length of a signature in bytes. */
  public static final int SIGNATURE_BYTES = 64;

  private static final byte FORMAT = 1;
  private static final int RAW_BYTES = 32;
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private final Ed25519PrivateKeyParameters privateKey;
  private final Ed25519PublicKeyParameters publicKey;

  private SigningKey(byte[] seed) {
    privateKey = new Ed25519PrivateKeyParameters(seed);
    publicKey = privateKey.generatePublicKey();
  }

  /** Makes a new key pair. */
  public static SigningKey generate(Randomness randomness) {
    byte[] seed = randomness.bytes(RAW_BYTES);
    try {
      return new SigningKey(seed);
    } finally {
      Arrays.fill(seed, (byte) 0);
    }
  }

  /**
   * Reads a key pair from the form that {@link #encoded} gives.
   *
   * @throws IllegalArgumentException if the bytes have another form, or the two keys do not belong
   *     together; the message holds no part of them
   */
  public static SigningKey decode(byte[] encoded) {
    if (encoded.length != 1 + 2 * RAW_BYTES || encoded[0] != FORMAT) {
      throw new IllegalArgumentException("these bytes are not a signing key of format 1");
    }
    byte[] seed = Arrays.copyOfRange(encoded, 1, 1 + RAW_BYTES);
    try {
      SigningKey key = new SigningKey(seed);
      if (!Arrays.equals(key.encoded(), encoded)) {
        throw new IllegalArgumentException("the public key does not belong to the private key");
      }
      return key;
    } finally {
      Arrays.fill(seed, (byte) 0);
    }
  }

  /** The private and the public key, a secret: a format byte (1) and 32 bytes each. */
  public byte[] encoded() {
    return ByteBuffer.allocate(1 + 2 * RAW_BYTES)
        .put(FORMAT)
        .put(privateKey.getEncoded())
        .put(publicKey.getEncoded())
        .array();
  }

  /** The public key, X.509 encoded (RFC 8410, 44 bytes). */
  public byte[] publicKey() {
    return ByteBuffer.allocate(X509_PREFIX.length + RAW_BYTES)
        .put(X509_PREFIX)
        .put(publicKey.getEncoded())
        .array();
  }

  /** The public key, to verify with. */
  public VerifyingKey verifyingKey() {
    return VerifyingKey.of(publicKey());
  }

  /** What a manifest names its writer by: the SHA-256 of the X.509 encoded public key. */
  public ByteString id() {
    return ByteString.copyFrom(Sha256.hash(ByteBuffer.wrap(publicKey())));
  }

  /** Signs a manifest, as {@link Manifest#encode} gives it. */
  public byte[] sign(byte[] manifest) {
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(true, privateKey);
    signer.update(ObjectFormat.VERSION);
    signer.update(manifest, 0, manifest.length);
    return signer.generateSignature();
  }
}
