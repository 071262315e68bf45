package org.scfs.depsky;

import java.util.List;
import org.scfs.depsky.codec.SegmentCodec;
import org.scfs.depsky.codec.SigningKey;

/**
 * What the parts of one store share. Writing and reading have separate budgets: a {@link Content}
 * may read from the store that it is written to, so a writer that holds memory may wait for a
 * reader, and never the other way round.
 */
record StoreContext(
    AnchoredStoreSettings settings,
    Clouds clouds,
    SegmentCodec codec,
    SigningKey signer,
    Budgets budgets) {

  /** How often one cloud is asked for one thing. */
  static final int ATTEMPTS = 4;

  /**
   * @param writing segments being encoded or uploaded
   * @param reading segments being fetched and decoded
   * @param opening versions being opened, whose size is not known before
   */
  record Budgets(MemoryBudget writing, MemoryBudget reading, MemoryBudget opening) {}

  ObjectNames names() {
    return new ObjectNames(settings.volume());
  }

  /** Asks the clouds until so many did as asked. */
  <T> List<T> ask(Request<T> request, int needed) throws DepSkyException {
    var plan = new QuorumCall.Plan(needed, ATTEMPTS, settings.cloudTimeout(), false);
    return new QuorumCall<>(clouds, request, plan).run();
  }
}
