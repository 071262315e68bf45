package org.scfs.depsky;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.scfs.storage.ObjectKey;
import org.scfs.storage.StorageException;

/** A request to every cloud that it concerns, of which as many answers count as there are. */
final class Survey {

  private Survey() {}

  /**
   * Asks.
   *
   * @return the answers by the index of the cloud, in its order; those that failed are not in it
   * @throws DepSkyException.Damaged if no cloud can answer rightly
   * @throws DepSkyException.Interrupted if the calling thread was interrupted
   */
  static <T> Map<Integer, T> ask(Clouds clouds, Request<T> request, Duration limit)
      throws DepSkyException {
    int asked = (int) clouds.inOrderFor(request).stream().filter(request::concerns).count();
    Map<Integer, T> answers = new ConcurrentHashMap<>();
    if (asked > 0) {
      var plan = new QuorumCall.Plan(asked, StoreContext.ATTEMPTS, limit, true);
      try {
        var _ = new QuorumCall<>(clouds, new Collecting<>(request, answers), plan).run();
      } catch (DepSkyException.NotEnoughClouds _) {
        // Some did not answer; which ones, the result shows.
      }
    }
    return new TreeMap<>(answers);
  }

  private record Collecting<T>(Request<T> request, Map<Integer, T> answers) implements Request<T> {

    @Override
    public ObjectKey key() {
      return request.key();
    }

    @Override
    public long expectedBytes() {
      return request.expectedBytes();
    }

    @Override
    public CloudMonitor.Proof proof() {
      return request.proof();
    }

    @Override
    public boolean concerns(CloudClient cloud) {
      return request.concerns(cloud);
    }

    @Override
    public Reply<T> send(CloudClient cloud)
        throws StorageException, BadAnswer, DepSkyException.Damaged {
      Reply<T> reply = request.send(cloud);
      answers.put(cloud.index(), reply.value());
      return reply;
    }
  }
}
