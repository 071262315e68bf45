package org.scfs.depsky.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.scfs.depsky.codec.wire.RegisterEntry;
import org.scfs.ports.Id128;

/**
 * What a stand-alone register keeps of a data unit in each cloud, signed by the writer (DepSky, ACM
 * TOS 2013, section 3.2). Immutable.
 *
 * @param place the register that it belongs to
 * @param revision counts the changes of the state, from 1
 * @param written when it was signed, in milliseconds since 1970, by the writer's clock
 * @param versions oldest first, with rising numbers
 */
public record RegisterState(Place place, long revision, long written, List<Entry> versions) {

  /** The most versions that a unit can have at once. */
  public static final int MAX_VERSIONS = 4096;

  /** The longest object that holds a state, in bytes. */
  public static final int MAX_BYTES = 512 * 1024;

  private static final String KIND = "DSR";
  private static final int HEADER_BYTES = 12;
  private static final HexFormat HEX = HexFormat.of();

  /**
   * A register.
   *
   * @param volume the volume
   * @param unit the data unit
   * @param protocol 1 for DepSky-A, 2 for DepSky-CA
   */
  public record Place(Id128 volume, Id128 unit, int protocol) {}

  /**
   * A version.
   *
   * @param number counts the unit's versions from 1
   * @param hash SHA-256 of its manifest or value object, 64 lower-case hexadecimal digits
   * @param size of the value in bytes
   * @param manifestLength of its manifest, 0 if it has none
   */
  public record Entry(long number, String hash, long size, int manifestLength) {}

  /** Makes the list immutable. */
  public RegisterState {
    versions = List.copyOf(versions);
  }

  /** The object that holds the state, signed. */
  public byte[] encode(SigningKey writer) {
    var message =
        org.scfs.depsky.codec.wire.RegisterState.newBuilder()
            .setVolume(ByteString.copyFrom(place.volume().toBytes()))
            .setUnit(ByteString.copyFrom(place.unit().toBytes()))
            .setProtocol(place.protocol())
            .setRevision(revision)
            .setWritten(written)
            .setWriter(writer.id());
    versions.forEach(entry -> message.addVersions(encode(entry)));
    byte[] bytes = message.build().toByteArray();
    byte[] signature = writer.sign(signed(ByteBuffer.wrap(bytes)));
    ByteBuffer object = ByteBuffer.allocate(HEADER_BYTES + bytes.length + signature.length);
    ObjectFormat.putStart(object, KIND);
    object.putInt(bytes.length).putShort((short) signature.length).putShort((short) 0);
    return object.put(bytes).put(signature).array();
  }

  private static RegisterEntry encode(Entry entry) {
    return RegisterEntry.newBuilder()
        .setNumber(entry.number())
        .setHash(ByteString.copyFrom(HEX.parseHex(entry.hash())))
        .setSize(entry.size())
        .setManifestLength(entry.manifestLength())
        .build();
  }

  /** No manifest begins with these letters, so that no signature passes for one of the other. */
  private static byte[] signed(ByteBuffer message) {
    return ByteBuffer.allocate(KIND.length() + message.remaining())
        .put(KIND.getBytes(StandardCharsets.US_ASCII))
        .put(message.duplicate())
        .array();
  }

  /**
   * Decodes what a cloud returned.
   *
   * @param place the register that was asked for
   * @param writers the keys that may have signed it
   * @throws CodecException if it is not a state of this register that one of them signed
   */
  public static RegisterState decode(byte[] object, Place place, Set<VerifyingKey> writers)
      throws CodecException {
    ByteBuffer in = ByteBuffer.wrap(object);
    String kind = ObjectFormat.readStart(in, HEADER_BYTES);
    CodecException.check(kind.equals(KIND), "not a register's state");
    int length = in.getInt();
    CodecException.check(in.getShort() == SigningKey.SIGNATURE_BYTES, "signature length");
    CodecException.check(in.getShort() == 0, "the header's last bytes are not 0");
    CodecException.check(
        length >= 1 && object.length == HEADER_BYTES + (long) length + SigningKey.SIGNATURE_BYTES,
        "the length in the header is not the object's");
    ByteBuffer message = in.slice(HEADER_BYTES, length);
    byte[] signature = new byte[SigningKey.SIGNATURE_BYTES];
    in.get(HEADER_BYTES + length, signature);
    return decode(message, signature, place, writers);
  }

  private static RegisterState decode(
      ByteBuffer encoded, byte[] signature, Place place, Set<VerifyingKey> writers)
      throws CodecException {
    try {
      var message =
          org.scfs.depsky.codec.wire.RegisterState.parseFrom(
              UnsafeByteOperations.unsafeWrap(encoded));
      VerifyingKey writer =
          VerifyingKey.find(writers, message.getWriter())
              .orElseThrow(() -> new CodecException("it is not by one of the writers"));
      CodecException.check(
          writer.verifies(ByteBuffer.wrap(signed(encoded)), signature), "its signature is wrong");
      return decode(message, place);
    } catch (InvalidProtocolBufferException e) {
      throw new CodecException("the state is not a protobuf message", e);
    }
  }

  private static RegisterState decode(org.scfs.depsky.codec.wire.RegisterState message, Place place)
      throws CodecException {
    CodecException.check(
        message.getVolume().equals(ByteString.copyFrom(place.volume().toBytes())),
        "it belongs to another volume");
    CodecException.check(
        message.getUnit().equals(ByteString.copyFrom(place.unit().toBytes())),
        "it belongs to another data unit");
    CodecException.check(
        message.getProtocol() == place.protocol(), "it belongs to another protocol");
    CodecException.check(message.getRevision() >= 1, "a revision below 1");
    CodecException.check(message.getVersionsCount() <= MAX_VERSIONS, "too many versions");
    List<Entry> versions = new ArrayList<>();
    long number = 0;
    for (RegisterEntry entry : message.getVersionsList()) {
      CodecException.check(entry.getNumber() > number, "the versions' numbers do not rise");
      number = entry.getNumber();
      versions.add(decode(entry));
    }
    return new RegisterState(place, message.getRevision(), message.getWritten(), versions);
  }

  private static Entry decode(RegisterEntry entry) throws CodecException {
    CodecException.check(entry.getHash().size() == Sha256.BYTES, "a hash of a wrong length");
    CodecException.check(entry.getSize() >= 1, "a version without bytes");
    CodecException.check(
        entry.getManifestLength() >= 0 && entry.getManifestLength() <= Manifest.MAX_BYTES,
        "a manifest of a wrong length");
    return new Entry(
        entry.getNumber(),
        HEX.formatHex(entry.getHash().toByteArray()),
        entry.getSize(),
        entry.getManifestLength());
  }
}
