package org.scfs.coordination.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.KeeperException.Code;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.Node;

/**
 * Reads until a deadline, in one flight each: everything is sent before the first answer is waited
 * for. When the connection breaks they are repeated, which is harmless for reads.
 */
final class Reads {

  private final ServiceParts parts;
  private final Deadline deadline;

  Reads(ServiceParts parts, Deadline deadline) {
    this.parts = parts;
    this.deadline = deadline;
  }

  /**
   * What one flight asks for.
   *
   * @param sync whether the server must first catch up with everything committed so far; it does
   *     the requests of a session in their order, so that a sync ahead of the reads is enough
   * @param nodes full paths
   * @param listings full paths
   */
  record Flight(boolean sync, List<String> nodes, List<String> listings) {}

  /** The answers, each of them OK or {@link Code#NONODE}. */
  record Landing(List<Reply<Node>> nodes, List<Reply<List<String>>> listings) {}

  /** Reads nodes, fresh. */
  List<Reply<Node>> nodes(List<String> paths) throws CoordinationException {
    return run(new Flight(true, paths, List.of())).nodes();
  }

  /** The names of the children of a node that must exist, fresh. */
  List<String> children(String path) throws CoordinationException {
    Reply<List<String>> reply =
        run(new Flight(true, List.of(), List.of(path))).listings().getFirst();
    if (!reply.ok()) {
      throw Translation.translate(reply.code(), path);
    }
    return reply.get();
  }

  Landing run(Flight flight) throws CoordinationException {
    try {
      while (true) {
        Optional<Landing> landing = attempt(parts.connection().await(deadline), flight);
        if (landing.isPresent()) {
          return landing.get();
        }
      }
    } catch (InterruptedException e) {
      throw ServiceParts.interrupted(e);
    }
  }

  private Optional<Landing> attempt(Handle handle, Flight flight)
      throws CoordinationException, InterruptedException {
    List<Pending<String>> syncs = new ArrayList<>();
    List<Pending<Node>> nodes = new ArrayList<>();
    List<Pending<List<String>>> listings = new ArrayList<>();
    if (flight.sync()) {
      handle.sync(parts.layout().root().value(), added(syncs));
    }
    for (String path : flight.nodes()) {
      handle.getData(path, null, added(nodes));
    }
    for (String path : flight.listings()) {
      handle.getChildren(path, added(listings));
    }
    Landing landing = new Landing(replies(nodes), replies(listings));
    List<Code> codes = new ArrayList<>();
    replies(syncs).forEach(reply -> codes.add(reply.code()));
    landing.nodes().forEach(reply -> codes.add(reply.code()));
    landing.listings().forEach(reply -> codes.add(reply.code()));
    return answered(codes) ? Optional.of(landing) : Optional.empty();
  }

  private <T> Pending<T> added(List<Pending<T>> list) {
    Pending<T> pending = parts.pending();
    list.add(pending);
    return pending;
  }

  /** Waits from the last to the first: mostly the last one is the only one to wait for. */
  private <T> List<Reply<T>> replies(List<Pending<T>> pending) throws InterruptedException {
    List<Reply<T>> replies = new ArrayList<>();
    for (Pending<T> one : pending.reversed()) {
      replies.add(one.await(deadline));
    }
    return replies.reversed();
  }

  /** Whether there are answers; not if the connection broke. */
  private boolean answered(List<Code> codes) throws CoordinationException {
    for (Code code : codes) {
      if (code == Code.CONNECTIONLOSS || code == Code.SESSIONEXPIRED) {
        return false;
      }
      if (code != Code.OK && code != Code.NONODE) {
        throw Translation.translate(code, parts.layout().root().value());
      }
    }
    return true;
  }
}
