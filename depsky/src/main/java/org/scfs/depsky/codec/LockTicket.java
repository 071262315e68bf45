package org.scfs.depsky.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.scfs.ports.Id128;

/**
 * A writer's claim to the lock of a data unit (DepSky, ACM TOS 2013, section 3.7). All of it is in
 * the name of an object, so that a listing shows it, and it is signed, so that no cloud can make
 * one up.
 *
 * @param owner one attempt of one writer to lock; unique
 * @param expires when it ends by itself, in milliseconds since 1970
 */
public record LockTicket(Id128 owner, long expires) {

  private static final String KIND = "DSL";
  private static final HexFormat HEX = HexFormat.of();
  private static final int EXPIRY_DIGITS = 16;
  private static final int ID_DIGITS = 64;
  private static final int LENGTH =
      EXPIRY_DIGITS + 2 * Id128.BYTES + ID_DIGITS + 2 * SigningKey.SIGNATURE_BYTES + 3;

  /** The name of the ticket's object, without its folder. */
  public String encode(RegisterState.Place place, SigningKey writer) {
    return HEX.toHexDigits(expires)
        + "-"
        + owner
        + "-"
        + HEX.formatHex(writer.id().toByteArray())
        + "-"
        + HEX.formatHex(writer.sign(signed(place)));
  }

  /** Reads a name; empty if it is not a ticket for this register that one of the writers signed. */
  public static Optional<LockTicket> decode(
      String name, RegisterState.Place place, Set<VerifyingKey> writers) {
    String[] parts = name.split("-", -1);
    if (name.length() != LENGTH || parts.length != 4) {
      return Optional.empty();
    }
    try {
      long expires = HexFormat.fromHexDigitsToLong(parts[0]);
      LockTicket ticket = new LockTicket(Id128.parse(parts[1]), expires);
      byte[] signature = HEX.parseHex(parts[3]);
      boolean genuine =
          signature.length == SigningKey.SIGNATURE_BYTES
              && writers.stream()
                  .filter(writer -> HEX.formatHex(writer.id().toByteArray()).equals(parts[2]))
                  .anyMatch(
                      writer -> writer.verifies(ByteBuffer.wrap(ticket.signed(place)), signature));
      return genuine ? Optional.of(ticket) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private byte[] signed(RegisterState.Place place) {
    return ByteBuffer.allocate(KIND.length() + 3 * Id128.BYTES + Integer.BYTES + Long.BYTES)
        .put(KIND.getBytes(StandardCharsets.US_ASCII))
        .put(place.volume().toBytes())
        .put(place.unit().toBytes())
        .putInt(place.protocol())
        .put(owner.toBytes())
        .putLong(expires)
        .array();
  }
}
