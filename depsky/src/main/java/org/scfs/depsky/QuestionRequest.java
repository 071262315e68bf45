package org.scfs.depsky;

import org.scfs.storage.ObjectKey;
import org.scfs.storage.StorageException;

/**
 * Asks clouds a question of which an answer proves no more than that the cloud answers.
 *
 * @param key the object that it is about
 * @param question what is asked
 */
record QuestionRequest<T>(ObjectKey key, CloudQuorum.Question<T> question)
    implements Request<CloudQuorum.Answer<T>> {

  @Override
  public long expectedBytes() {
    return 0;
  }

  @Override
  public CloudMonitor.Proof proof() {
    return CloudMonitor.Proof.ALIVE;
  }

  @Override
  public Reply<CloudQuorum.Answer<T>> send(CloudClient cloud) throws StorageException, BadAnswer {
    T value = question.ask(cloud.index(), cloud.store());
    return new Reply<>(new CloudQuorum.Answer<>(cloud.index(), value), 0);
  }
}
