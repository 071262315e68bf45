package org.scfs.coordination.zookeeper;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.testkit.CoordinationContract;
import org.scfs.coordination.zookeeper.BreakableProxy.Break;

/** The contract, on a real server that everybody may use. */
final class ZooKeeperContractTest implements CoordinationContract {

  @TempDir static Path directory;
  private static EmbeddedServer server;

  private final ProxiedClients clients;

  @BeforeAll
  static void startServer() throws Exception {
    server = EmbeddedServer.start(directory, 0);
  }

  @AfterAll
  static void stopServer() {
    server.stop();
  }

  @AfterEach
  void closeClients() {
    clients.close();
  }

  ZooKeeperContractTest() {
    clients = new ProxiedClients(server.port(), Optional.empty(), Duration.ofSeconds(10));
  }

  @Override
  public CoordinationService connect(String agent) throws CoordinationException {
    return clients.connect(agent);
  }

  @Override
  public void expireSession(CoordinationService client) {
    clients.proxy(client).killSession();
  }

  @Override
  public void loseNextReply(CoordinationService client) {
    clients.proxy(client).breakAtNextCommit(Break.AFTER_COMMIT, false);
  }

  @Override
  public void loseNextRequest(CoordinationService client) {
    clients.proxy(client).breakAtNextCommit(Break.BEFORE_COMMIT, false);
  }
}
