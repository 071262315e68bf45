package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts one segment in cells with AES-256-GCM under a key that is used for nothing else. The
 * nonce of a cell is its index, and its associated data names volume, unit, segment, cell, and
 * whether it is the last cell and the last segment, so that cells cannot be cut off, moved or
 * repeated (the STREAM construction, Hoang et al., CRYPTO 2015). Cells bound the memory, let
 * plaintext go only once it is verified, and keep the JDK's cipher on its compiled path, which
 * large calls leave. Not thread-safe.
 */
final class CellCipher {

  static final int CELL_BYTES = 64 * 1024;
  static final int TAG_BYTES = 16;

  /** Ciphertext and tag of each cell but the last. */
  static final int SEALED_BYTES = CELL_BYTES + TAG_BYTES;

  private static final int NONCE_BYTES = 12;
  private static final int CELL_INDEX = 1 + 16 + 16 + 4;
  private static final int LAST_CELL = CELL_INDEX + 4;

  private final Cipher cipher;
  private final SecretKeySpec key;
  private final ByteBuffer associated;

  CellCipher(byte[] key, SegmentContext context) {
    this.key = new SecretKeySpec(key, "AES");
    this.associated =
        ByteBuffer.allocate(LAST_CELL + 2)
            .put(ObjectFormat.VERSION)
            .put(context.volume().toBytes())
            .put(context.unit().toBytes())
            .putInt(context.index())
            .put(LAST_CELL + 1, (byte) (context.last() ? 1 : 0));
    try {
      this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES-GCM", e);
    }
  }

  /** Number of cells of a segment with so many bytes of plaintext. */
  static int cells(int plaintextLength) {
    return Math.ceilDiv(plaintextLength, CELL_BYTES);
  }

  /** Bytes of ciphertext that a segment with so many bytes of plaintext has, tags included. */
  static int ciphertextLength(int plaintextLength) {
    return plaintextLength + cells(plaintextLength) * TAG_BYTES;
  }

  /** Encrypts a cell where it lies; the tag takes the last {@value #TAG_BYTES} bytes. */
  void encrypt(int cell, boolean last, ByteSlice bytes) {
    byte[] array = bytes.array();
    int offset = bytes.offset();
    try {
      start(Cipher.ENCRYPT_MODE, cell, last);
      cipher.doFinal(array, offset, bytes.length() - TAG_BYTES, array, offset);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM cannot fail to encrypt", e);
    }
  }

  /**
   * Decrypts a cell to the start of an array. If this fails, what is in the array is worth nothing.
   *
   * @throws CodecException if it is not the cell that was encrypted here
   */
  void decrypt(int cell, boolean last, ByteSlice ciphertext, byte[] plaintext)
      throws CodecException {
    try {
      start(Cipher.DECRYPT_MODE, cell, last);
      cipher.doFinal(ciphertext.array(), ciphertext.offset(), ciphertext.length(), plaintext, 0);
    } catch (AEADBadTagException e) {
      throw new CodecException("cell " + cell + " does not decrypt: it is not what was stored", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM cannot fail to run", e);
    }
  }

  private void start(int mode, int cell, boolean last) throws GeneralSecurityException {
    byte[] nonce = new byte[NONCE_BYTES];
    ByteBuffer.wrap(nonce).putInt(NONCE_BYTES - Integer.BYTES, cell);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
    associated.putInt(CELL_INDEX, cell).put(LAST_CELL, (byte) (last ? 1 : 0));
    cipher.updateAAD(associated.array());
  }
}
