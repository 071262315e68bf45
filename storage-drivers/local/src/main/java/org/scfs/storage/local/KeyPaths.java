package org.scfs.storage.local;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.scfs.storage.ObjectKey;

/**
 * Where the objects of a store lie below its folder, one to one:
 *
 * <ul>
 *   <li>Each part of a key but the last is a folder, the last one a file with the suffix {@code
 *       .obj}; so {@code a} and {@code a/b} are {@code a.obj} and {@code a/b.obj}.
 *   <li>Lower-case letters, digits, {@code -} and {@code _} stand for themselves. All other bytes
 *       of the key in UTF-8 are written as {@code %} and two lower-case hexadecimal digits. Thus
 *       names need neither Unicode nor upper case of a file system, and none begins with a dot.
 *   <li>A part longer than 80 bytes is cut: the first 80 bytes become a folder with the suffix
 *       {@code .more}, in which the rest follows by the same rules. No name exceeds 245 bytes.
 * </ul>
 *
 * <p>Whatever else lies in the folder is not an object, and is left alone.
 *
 * <p>Text that stands for bytes of keys has one character for each byte here, so that the order of
 * strings is the order of bytes.
 */
final class KeyPaths {

  static final String OBJECT_SUFFIX = ".obj";
  static final String MORE_SUFFIX = ".more";

  private static final int MAX_PART = 80;
  private static final HexFormat HEX = HexFormat.of();

  private final Path root;

  KeyPaths(Path root) {
    this.root = root;
  }

  /** The file of an object. */
  Path of(ObjectKey key) {
    String[] parts = bytes(key.value()).split("/", -1);
    Path folder = root;
    for (int i = 0; i < parts.length - 1; i++) {
      folder = resolve(folder, parts[i], "");
    }
    return resolve(folder, parts[parts.length - 1], OBJECT_SUFFIX);
  }

  /** The key of a file that was found, if the file can be one of an object. */
  Optional<ObjectKey> keyOf(String bytes, Path file) {
    try {
      ObjectKey key = new ObjectKey(new String(bytes.getBytes(ISO_8859_1), UTF_8));
      return of(key).equals(file) ? Optional.of(key) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Text as one character for each of its bytes in UTF-8. */
  static String bytes(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** The bytes that an encoded name without its suffix stands for, if it is well formed. */
  static Optional<String> decode(String name) {
    StringBuilder bytes = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '%') {
        bytes.append(c);
      } else if (i + 2 < name.length() && isHexPair(name, i + 1)) {
        bytes.append((char) HexFormat.fromHexDigits(name, i + 1, i + 3));
        i += 2;
      } else {
        return Optional.empty();
      }
    }
    // Only one of the ways to write the same bytes counts.
    boolean wellFormed = !bytes.isEmpty() && encode(bytes.toString()).equals(name);
    return wellFormed ? Optional.of(bytes.toString()) : Optional.empty();
  }

  private static Path resolve(Path folder, String part, String suffix) {
    Path deeper = folder;
    String rest = part;
    while (rest.length() > MAX_PART) {
      deeper = deeper.resolve(encode(rest.substring(0, MAX_PART)) + MORE_SUFFIX);
      rest = rest.substring(MAX_PART);
    }
    return deeper.resolve(encode(rest) + suffix);
  }

  private static String encode(String bytes) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      if (isPlain(c)) {
        name.append(c);
      } else {
        name.append('%').append(HEX.toHexDigits((byte) c));
      }
    }
    return name.toString();
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  }

  private static boolean isHexPair(String name, int at) {
    return HexFormat.isHexDigit(name.charAt(at)) && HexFormat.isHexDigit(name.charAt(at + 1));
  }
}
