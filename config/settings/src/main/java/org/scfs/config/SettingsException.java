package org.scfs.config;

/**
 * A mistake in the configuration, told in words for the person who wrote it. The message starts
 * with {@code source:line:column} as compilers do and never shows a value that may be a secret.
 */
public final class SettingsException extends Exception {

  private final String source;
  private final int line;
  private final int column;
  private final String problem;

  SettingsException(String source, int line, int column, String problem) {
    super(source + (line > 0 ? ":" + line + ":" + column : "") + ": " + problem);
    this.source = source;
    this.line = line;
    this.column = column;
    this.problem = problem;
  }

  /** A mistake that has no place in the file. */
  SettingsException(String source, String problem, Throwable cause) {
    this(source, 0, 0, problem);
    initCause(cause);
  }

  /** The file, as its user named it. */
  public String source() {
    return source;
  }

  /** The line, counted from 1; 0 if the mistake has no place, such as a file that is not there. */
  public int line() {
    return line;
  }

  /** The column, counted from 1; 0 if the mistake has no place. */
  public int column() {
    return column;
  }

  /** What is wrong, without the place. */
  public String problem() {
    return problem;
  }
}
