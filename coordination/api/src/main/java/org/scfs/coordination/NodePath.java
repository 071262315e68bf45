package org.scfs.coordination;

/**
 * The path of a node: {@code /} followed by parts separated by {@code /}, below the root that the
 * settings name. Parts are printable ASCII without {@code /}.
 *
 * @param value the path as text
 */
public record NodePath(String value) {

  /** Checks the form. */
  public NodePath {
    if (!value.startsWith("/") || value.length() < 2) {
      throw new IllegalArgumentException("a node's path begins with a slash: " + value);
    }
    for (String part : value.substring(1).split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..") || !isPrintable(part)) {
        throw new IllegalArgumentException("not a node's path: " + value);
      }
    }
  }

  private static boolean isPrintable(String part) {
    return part.chars().allMatch(c -> c > 0x20 && c < 0x7f);
  }

  /** The path of a child. */
  public NodePath child(String name) {
    return new NodePath(value + "/" + name);
  }

  @Override
  public String toString() {
    return value;
  }
}
