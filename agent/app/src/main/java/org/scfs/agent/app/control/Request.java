package org.scfs.agent.app.control;

import org.jspecify.annotations.Nullable;

/**
 * What a command asks of an agent: one line of JSON.
 *
 * @param command {@value #STATUS} or {@value #UNMOUNT}
 */
public record Request(@Nullable String command) {

  /** Asks how the mount is. */
  public static final String STATUS = "status";

  /** Asks to unmount; the answer comes when that is done. */
  public static final String UNMOUNT = "unmount";
}
