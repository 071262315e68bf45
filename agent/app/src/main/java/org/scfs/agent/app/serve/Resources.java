package org.scfs.agent.app.serve;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an agent has opened so far, closed in the opposite order: one that fails to close does not
 * keep the others open. Confined to one thread at a time.
 */
final class Resources implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Resources.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Takes care of one more. */
  <T extends AutoCloseable> T add(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Closes all that are left. Idempotent. */
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable resource = opened.pop();
      try {
        resource.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        // Exception, since that is what AutoCloseable declares.
        LOG.warn("cannot close {}", resource.getClass().getSimpleName(), e);
      }
    }
  }
}
