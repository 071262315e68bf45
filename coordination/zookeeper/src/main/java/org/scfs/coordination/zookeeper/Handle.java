package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;
import org.scfs.coordination.Node;

/**
 * One ZooKeeper session and its asynchronous requests, which the service answers in their order.
 * Paths are full paths. Thread-safe. Answers come on ZooKeeper's own thread, which must not block.
 */
final class Handle {

  /** The user that our digest secret belongs to. */
  private static final String DIGEST_USER = "scfs:";

  private final ZooKeeper client;
  private final List<ACL> acl;
  private volatile boolean ended;

  private Handle(HandleOptions options, String connect, Watcher watcher) throws IOException {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    this.client =
        new ZooKeeper(
            connect, Math.toIntExact(options.sessionTimeout().toMillis()), watcher, config);
    this.acl =
        options.secret().isPresent() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    options.secret().ifPresent(this::authenticate);
  }

  private void authenticate(String secret) {
    client.addAuthInfo("digest", (DIGEST_USER + secret).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Begins a session. Does not wait for the connection.
   *
   * @param events gets the events of the session, one after the other
   */
  static Handle open(HandleOptions options, String connect, BiConsumer<Handle, WatchedEvent> events)
      throws IOException {
    Handle[] handle = new Handle[1];
    CountDownLatch ready = new CountDownLatch(1);
    Watcher watcher =
        event -> {
          awaitUninterruptibly(ready);
          if (handle[0] != null) {
            events.accept(handle[0], event);
          }
        };
    try {
      handle[0] = new Handle(options, connect, watcher);
    } finally {
      ready.countDown();
    }
    return handle[0];
  }

  /** The first event can arrive before the constructor returned; this takes no time worth it. */
  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the session is known to have ended. */
  boolean ended() {
    return ended;
  }

  void markEnded() {
    ended = true;
  }

  /** Session id and negotiated time-out, in words. */
  String describe() {
    return "session 0x%x, time-out %d ms"
        .formatted(client.getSessionId(), client.getSessionTimeout());
  }

  /** Ends the session; blocks until the service knows or cannot be reached. */
  void close() throws InterruptedException {
    client.close();
  }

  /** Goes on at other servers. */
  void moveTo(String connect) throws IOException {
    client.updateServerList(connect);
  }

  void sync(String path, Consumer<Reply<String>> to) {
    client.sync(path, (rc, p, context) -> to.accept(reply(rc, p)), null);
  }

  void getData(String path, @Nullable Watcher watcher, Consumer<Reply<Node>> to) {
    client.getData(
        path,
        watcher,
        (rc, p, context, data, stat) ->
            to.accept(
                reply(
                    rc,
                    stat == null
                        ? null
                        : new Node(data == null ? new byte[0] : data, stat.getVersion()))),
        null);
  }

  void getChildren(String path, Consumer<Reply<List<String>>> to) {
    client.getChildren(
        path, false, (rc, p, context, children) -> to.accept(reply(rc, children)), null);
  }

  void exists(String path, Consumer<Reply<String>> to) {
    client.exists(path, false, (rc, p, context, stat) -> to.accept(reply(rc, p)), null);
  }

  /** The reply's value is the name that the node got. */
  void create(String path, byte[] data, CreateMode mode, Consumer<Reply<String>> to) {
    client.create(
        path, data, acl, mode, (rc, p, context, name) -> to.accept(reply(rc, name)), null);
  }

  /** The reply's value is the new version. */
  void setData(String path, byte[] data, int version, Consumer<Reply<Integer>> to) {
    client.setData(
        path,
        data,
        version,
        (rc, p, context, stat) -> to.accept(reply(rc, stat == null ? null : stat.getVersion())),
        null);
  }

  void delete(String path, Consumer<Reply<String>> to) {
    client.delete(path, -1, (rc, p, context) -> to.accept(reply(rc, p)), null);
  }

  void multi(List<Op> operations, Consumer<Reply<List<OpResult>>> to) {
    client.multi(operations, (rc, p, context, results) -> to.accept(reply(rc, results)), null);
  }

  /** Takes the rights to a node from everybody but us. */
  void keepForUs(String path, Consumer<Reply<String>> to) {
    client.setACL(path, acl, -1, (rc, p, context, stat) -> to.accept(reply(rc, p)), null);
  }

  /** The operation that creates a node with our rights. */
  Op createOp(String path, byte[] data, CreateMode mode) {
    return Op.create(path, data, acl, mode);
  }

  private static <T> Reply<T> reply(int rc, @Nullable T value) {
    return new Reply<>(Optional.ofNullable(Code.get(rc)).orElse(Code.SYSTEMERROR), value);
  }
}
