package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** The public half of a writer's {@link SigningKey} (Ed25519, RFC 8032). Immutable, thread-safe. */
public final class VerifyingKey {

  private static final int RAW_BYTES = 32;
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private final ByteString encoded;
  private final ByteString id;
  private final Ed25519PublicKeyParameters key;

  private VerifyingKey(ByteString encoded, Ed25519PublicKeyParameters key) {
    this.encoded = encoded;
    this.id = ByteString.copyFrom(Sha256.hash(encoded.asReadOnlyByteBuffer()));
    this.key = key;
  }

  /**
   * Reads a public key from its X.509 encoding (RFC 8410, 44 bytes), as {@link
   * SigningKey#publicKey} gives it.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static VerifyingKey of(byte[] encoded) {
    int length = X509_PREFIX.length;
    if (encoded.length != length + RAW_BYTES
        || !Arrays.equals(encoded, 0, length, X509_PREFIX, 0, length)) {
      throw new IllegalArgumentException("these bytes are not an Ed25519 public key");
    }
    return new VerifyingKey(
        ByteString.copyFrom(encoded), new Ed25519PublicKeyParameters(encoded, length));
  }

  /** What manifests name this writer by: the {@link SigningKey#id} of the same pair. */
  public ByteString id() {
    return id;
  }

  /** The key with this identifier, if it is among them. */
  static Optional<VerifyingKey> find(Set<VerifyingKey> keys, ByteString id) {
    return keys.stream().filter(key -> key.id.equals(id)).findAny();
  }

  /** Whether the signature is this writer's over the bytes, as {@link SigningKey#sign} makes it. */
  boolean verifies(ByteBuffer signed, byte[] signature) {
    byte[] bytes = new byte[signed.remaining()];
    signed.duplicate().get(bytes);
    Ed25519Signer verifier = new Ed25519Signer();
    verifier.init(false, key);
    verifier.update(ObjectFormat.VERSION);
    verifier.update(bytes, 0, bytes.length);
    return verifier.verifySignature(signature);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VerifyingKey that && encoded.equals(that.encoded);
  }

  @Override
  public int hashCode() {
    return encoded.hashCode();
  }
}
