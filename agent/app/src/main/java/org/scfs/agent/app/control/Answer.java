package org.scfs.agent.app.control;

import org.jspecify.annotations.Nullable;

/**
 * What an agent answers: JSON up to the end of the connection.
 *
 * @param error why it does not do what it was asked; absent if it did
 * @param mount how the mount is, or was at its end
 */
public record Answer(@Nullable String error, @Nullable MountReport mount) {

  /** It was done. */
  public static Answer of(MountReport mount) {
    return new Answer(null, mount);
  }

  /** It was not done. */
  public static Answer failed(String error) {
    return new Answer(error, null);
  }

  /** It was not done; the exception's message says why. */
  public static Answer failed(Exception problem) {
    return failed(String.valueOf(problem.getMessage()));
  }
}
