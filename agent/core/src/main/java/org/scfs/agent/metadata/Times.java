package org.scfs.agent.metadata;

import java.time.Instant;
import org.scfs.coordination.tuple.Timestamp;

/** Conversion of times. */
public final class Times {

  private Times() {}

  /** The instant of a time stamp. */
  public static Instant toInstant(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }

  /** The time stamp of an instant. */
  public static Timestamp toTimestamp(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }
}
