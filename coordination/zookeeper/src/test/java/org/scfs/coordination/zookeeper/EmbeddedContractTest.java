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

/** The contract, on the embedded server and with its secret. */
final class EmbeddedContractTest implements CoordinationContract {

  @TempDir static Path directory;
  private static EmbeddedHosts.Use use;
  private final ProxiedClients clients;

  @BeforeAll
  static void startServer() throws Exception {
    use = EmbeddedHosts.open(directory, ProxiedClients.PORTS, Duration.ofSeconds(10));
  }

  @AfterAll
  static void stopServer() {
    use.end();
  }

  @AfterEach
  void closeClients() {
    clients.close();
  }

  EmbeddedContractTest() throws Exception {
    String endpoint = use.host().endpoint();
    int port = Integer.parseInt(endpoint.substring(endpoint.indexOf(':') + 1));
    clients = new ProxiedClients(port, Optional.of(use.host().secret()), Duration.ofSeconds(10));
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
