package org.scfs.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/** A TOML text that knows where everything in it stands. */
final class Document {

  private final String source;
  private final TomlTable root;

  private Document(String source, TomlTable root) {
    this.source = source;
    this.root = root;
  }

  static Document parse(String text, String source) throws SettingsException {
    TomlParseResult result = Toml.parse(text, TomlVersion.V1_0_0);
    if (!result.errors().isEmpty()) {
      TomlParseError first = result.errors().getFirst();
      String problem = Secrecy.withoutQuotations(String.valueOf(first.getMessage()));
      throw new SettingsException(
          source, first.position().line(), first.position().column(), problem);
    }
    return new Document(source, result);
  }

  Section root() {
    return new Section(this, List.of(), root);
  }

  /**
   * A mistake at a key or table, or, if the file does not contain that, at the nearest section
   * around it.
   */
  SettingsException mistake(List<String> path, String problem) {
    for (int length = path.size(); length > 0; length--) {
      TomlPosition position = root.inputPositionOf(path.subList(0, length));
      if (position != null) {
        return mistake(position, problem);
      }
    }
    return mistake((TomlPosition) null, problem);
  }

  /** A mistake at an element of an array. */
  SettingsException mistake(TomlArray array, int index, String problem) {
    return mistake(array.inputPositionOf(index), problem);
  }

  private SettingsException mistake(@Nullable TomlPosition position, String problem) {
    int line = position == null ? 0 : position.line();
    int column = position == null ? 0 : position.column();
    return new SettingsException(source, line, column, problem);
  }
}
