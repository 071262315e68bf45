package org.scfs.depsky.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.junit.jupiter.api.Test;

/** The primitives give what their standards say. */
final class PrimitivesTest {

  private static final HexFormat HEX = HexFormat.of();

  /** FIPS 180-4, examples of NIST. */
  @Test
  void sha256IsThatOfTheStandard() {
    assertThat(Sha256.hash(ByteBuffer.wrap("abc".getBytes(US_ASCII))))
        .isEqualTo(hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    ByteBuffer first = ByteBuffer.wrap("abcdbcdecdefdefgefghfghighij".getBytes(US_ASCII));
    ByteBuffer second = ByteBuffer.wrap("hijkijkljklmklmnlmnomnopnopq".getBytes(US_ASCII));
    assertThat(Sha256.hash(first, second))
        .isEqualTo(hex("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
    assertThat(first.remaining()).isEqualTo(28);
  }

  /** Test case 16 of the specification that NIST SP 800-38D refers to. */
  @Test
  void aes256GcmIsThatOfTheStandard() throws Exception {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    byte[] key = hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(key, "AES"),
        new GCMParameterSpec(128, hex("cafebabefacedbaddecaf888")));
    cipher.updateAAD(hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"));
    byte[] plaintext =
        hex(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
    assertThat(cipher.doFinal(plaintext))
        .isEqualTo(
            hex(
                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                    + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                    + "76fc6ece0f4e1768cddf8853bb2d551b"));
  }

  /** RFC 8032, section 7.1, test 2. */
  @Test
  void ed25519IsThatOfTheStandard() {
    byte[] seed = hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    byte[] publicKey = hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(true, new Ed25519PrivateKeyParameters(seed));
    signer.update((byte) 0x72);
    assertThat(signer.generateSignature())
        .isEqualTo(
            hex(
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                    + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"));
    byte[] encoded =
        CodecSamples.concatenated(bytes(new byte[] {1}), bytes(seed), bytes(publicKey));
    assertThat(SigningKey.decode(encoded).publicKey()).endsWith(publicKey).hasSize(44);
  }

  private static ByteBuffer bytes(byte[] bytes) {
    return ByteBuffer.wrap(bytes);
  }

  /** The JDK's own Ed25519 reads the public key and accepts the signature. */
  @Test
  void signatureCanBeVerifiedByAnotherImplementation() throws Exception {
    SigningKey key = SigningKey.generate(CodecSamples.seeded(1));
    byte[] manifest = "a manifest".getBytes(US_ASCII);
    byte[] signature = key.sign(manifest);
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(key.publicKey())));
    verifier.update((byte) 1);
    verifier.update(manifest);
    assertThat(verifier.verify(signature)).isTrue();
    verifier.update((byte) 2);
    verifier.update(manifest);
    assertThat(verifier.verify(signature)).isFalse();
  }

  @Test
  void signingKeySurvivesItsEncoding() {
    SigningKey key = SigningKey.generate(CodecSamples.seeded(1));
    SigningKey again = SigningKey.decode(key.encoded());
    assertThat(again.publicKey()).isEqualTo(key.publicKey());
    assertThat(again.sign(new byte[3])).isEqualTo(key.sign(new byte[3]));
    assertThat(again.id()).isEqualTo(key.id());
    assertThat(SigningKey.generate(CodecSamples.seeded(2)).id()).isNotEqualTo(key.id());
  }

  @Test
  void damagedSigningKeyIsRefused() {
    byte[] encoded = SigningKey.generate(CodecSamples.seeded(1)).encoded();
    for (int i = 0; i < encoded.length; i++) {
      byte[] damaged = encoded.clone();
      damaged[i] ^= 1;
      assertThatThrownBy(() -> SigningKey.decode(damaged))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> SigningKey.decode(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] hex(String text) {
    return HEX.parseHex(text);
  }
}
