package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationSettings;

/** Reads options that both providers have. */
final class Options {

  static final String SESSION_TIMEOUT = "session-timeout";

  private static final Duration SHORTEST = Duration.ofSeconds(4);
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration DEFAULT = Duration.ofSeconds(10);
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|)");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private Options() {}

  /** An option that must be there. */
  static String required(CoordinationSettings settings, String key)
      throws CoordinationException.Misconfigured {
    return settings
        .option(key)
        .filter(value -> !value.isBlank())
        .orElseThrow(() -> misconfigured("the option " + key + " is missing"));
  }

  /** The session time-out, such as {@code 10s}, {@code 500ms}, or a number of milliseconds. */
  static Duration sessionTimeout(CoordinationSettings settings)
      throws CoordinationException.Misconfigured {
    String text = settings.option(SESSION_TIMEOUT).orElse(DEFAULT.toSeconds() + "s");
    Matcher matcher = TIME.matcher(text.strip());
    if (!matcher.matches()) {
      throw misconfigured(SESSION_TIMEOUT + " is not a time such as 10s or 8000ms: " + text);
    }
    long number = Long.parseLong(matcher.group(1));
    Duration timeout =
        matcher.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      throw misconfigured(SESSION_TIMEOUT + " is not between 4s and 120s: " + text);
    }
    return timeout;
  }

  /** The secret in a file that only its owner may read. */
  static String secret(Path file) throws CoordinationException.Misconfigured {
    try {
      PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      if (view != null && !OWNER_ONLY.containsAll(view.readAttributes().permissions())) {
        throw misconfigured("others than its owner may use the file " + file + "; chmod 600 it");
      }
      String secret = Files.readString(file, StandardCharsets.UTF_8).strip();
      if (secret.isEmpty()) {
        throw misconfigured("the file " + file + " holds no secret");
      }
      return secret;
    } catch (IOException e) {
      throw new CoordinationException.Misconfigured("cannot read the secret in " + file, e);
    }
  }

  static CoordinationException.Misconfigured misconfigured(String message) {
    return new CoordinationException.Misconfigured(message, null);
  }
}
