package org.scfs.agent.app.control;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one mount is. The names of the components are the names of the JSON that {@code scfs status
 * --json} prints and agents answer with; they stay.
 *
 * @param volume the volume's name
 * @param mountPoint where it is mounted
 * @param agent whether its agent answers
 * @param pid the agent's process; 0 if it does not answer
 * @param since when it was mounted, ISO 8601 in UTC; empty if its agent does not answer
 * @param readOnly whether changes are refused
 * @param configuration the file that the agent read
 * @param coordination the session with the coordination service; absent if the agent does not
 *     answer
 * @param clouds in the volume's order
 * @param cache the local cache; absent if the agent does not answer
 * @param openFiles how many files are open
 * @param waitingChanges changed files that nobody has open and that are not in the clouds yet
 * @param conflictCopies names of the conflict copies made since the mount began
 */
public record MountReport(
    String volume,
    String mountPoint,
    Agent agent,
    long pid,
    String since,
    boolean readOnly,
    String configuration,
    @Nullable Coordination coordination,
    List<Cloud> clouds,
    @Nullable Cache cache,
    int openFiles,
    List<Change> waitingChanges,
    List<String> conflictCopies) {

  /** Fills in what an agent of another version does not tell. */
  public MountReport {
    volume = orEmpty(volume);
    mountPoint = orEmpty(mountPoint);
    agent = Objects.requireNonNullElse(agent, Agent.RUNNING);
    since = orEmpty(since);
    configuration = orEmpty(configuration);
    clouds = clouds == null ? List.of() : List.copyOf(clouds);
    waitingChanges = waitingChanges == null ? List.of() : List.copyOf(waitingChanges);
    conflictCopies = conflictCopies == null ? List.of() : List.copyOf(conflictCopies);
  }

  /** A mount whose agent does not tell anything. */
  public static MountReport without(Agent agent, KernelMount mount) {
    return new MountReport(
        mount.volume(),
        mount.directory().toString(),
        agent,
        0,
        "",
        false,
        "",
        null,
        List.of(),
        null,
        0,
        List.of(),
        List.of());
  }

  /** Whether a mount's agent answers. */
  public enum Agent {
    /** It does. */
    RUNNING,
    /** It is alive, but does not answer in time. */
    SILENT,
    /** It died; programs get errors from the mount. */
    DEAD
  }

  /**
   * The session with the coordination service.
   *
   * @param state connected, suspended, lost or closed
   * @param explanation why, in words
   */
  public record Coordination(String state, String explanation) {

    /** Fills in what is missing. */
    public Coordination {
      state = orEmpty(state);
      explanation = orEmpty(explanation);
    }
  }

  /**
   * One cloud.
   *
   * @param name its name
   * @param state healthy, suspect or faulty
   * @param explanation what is wrong; empty if it is healthy
   * @param latencyMillis how long a small request takes, smoothed; 0 if none was answered yet
   * @param requests how many requests were sent to it
   * @param failures how many of them failed
   * @param corruptions how many answers were not what had been stored
   * @param lastFailure when a request failed last, ISO 8601 in UTC; empty if none did
   */
  public record Cloud(
      String name,
      String state,
      String explanation,
      double latencyMillis,
      long requests,
      long failures,
      long corruptions,
      String lastFailure) {

    /** Fills in what is missing. */
    public Cloud {
      name = orEmpty(name);
      state = orEmpty(state);
      explanation = orEmpty(explanation);
      lastFailure = orEmpty(lastFailure);
    }
  }

  /**
   * The local cache.
   *
   * @param directory its folder
   * @param limitBytes how much it may hold of files that can be fetched again
   * @param usedBytes how much it holds of them
   * @param files how many those are
   * @param changedBytes bytes of files with changes that are not in the clouds yet
   */
  public record Cache(
      String directory, long limitBytes, long usedBytes, int files, long changedBytes) {

    /** Fills in what is missing. */
    public Cache {
      directory = orEmpty(directory);
    }
  }

  /**
   * A changed file that waits.
   *
   * @param name its name, or its id if that is not known
   * @param bytes its size
   * @param reason why it waits
   */
  public record Change(String name, long bytes, String reason) {

    /** Fills in what is missing. */
    public Change {
      name = orEmpty(name);
      reason = orEmpty(reason);
    }
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
