package org.scfs.depsky;

import java.time.Duration;
import java.util.List;
import org.scfs.ports.Environment;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.ObjectStore;
import org.scfs.storage.StorageException;

/**
 * The clouds of a volume, what is known of each of them, and a way to ask several of them at once.
 * Thread-safe.
 */
public final class CloudQuorum implements AutoCloseable {

  private final Clouds clouds;
  private final Duration timeout;

  /**
   * Creates it; nothing is asked of the clouds yet.
   *
   * @param clouds in the order of the volume; closed with this quorum
   * @param timeout how long a cloud has to answer, retries included
   * @param environment the ports
   */
  public CloudQuorum(List<Cloud> clouds, Duration timeout, Environment environment) {
    this.clouds = new Clouds(clouds, environment);
    this.timeout = timeout;
  }

  /** What is asked of each cloud, on a thread of its own. Thread-safe. */
  @FunctionalInterface
  public interface Question<T> {
    /**
     * Asks one cloud and verifies its answer.
     *
     * @param cloud its index
     * @throws BadAnswer if the answer is not what was asked for
     */
    T ask(int cloud, ObjectStore store) throws StorageException, BadAnswer;
  }

  /**
   * The answer of a cloud.
   *
   * @param cloud its index
   * @param value what it answered
   */
  public record Answer<T>(int cloud, T value) {}

  /**
   * Asks the clouds until enough of them answered.
   *
   * @param about the object that it is about
   * @throws DepSkyException.NotEnoughClouds if fewer did; errors and bad answers are no answers
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public <T> List<Answer<T>> ask(ObjectKey about, int needed, Question<T> question)
      throws DepSkyException {
    var plan = new QuorumCall.Plan(needed, StoreContext.ATTEMPTS, timeout, false);
    return new QuorumCall<>(clouds, new QuestionRequest<>(about, question), plan).run();
  }

  /**
   * Asks every cloud.
   *
   * @param about the object that it is about
   * @return the answers of those that did answer, in the order of the volume
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  public <T> List<Answer<T>> askAll(ObjectKey about, Question<T> question) throws DepSkyException {
    QuestionRequest<T> request = new QuestionRequest<>(about, question);
    return List.copyOf(Survey.ask(clouds, request, timeout).values());
  }

  Clouds clouds() {
    return clouds;
  }

  /** How many clouds there are. */
  public int size() {
    return clouds.size();
  }

  /** What is known of each cloud from its answers so far, in the volume's order. Asks nobody. */
  public List<CloudHealth> health() {
    return clouds.health();
  }

  /** Closes the clouds' stores. Idempotent; later calls fail. */
  @Override
  public void close() {
    clouds.close();
  }
}
