package org.scfs.coordination.zookeeper;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.zookeeper.client.ConnectStringParser;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationProvider;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.CoordinationSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Apache ZooKeeper, wherever it runs. Options:
 *
 * <ul>
 *   <li>{@code connect}: the servers, {@code host:port,host:port,...}
 *   <li>{@code session-timeout}: how long locks outlive a silent agent, such as {@code 10s}
 *   <li>{@code secret-file}: a file that only its owner may read; whoever knows the secret in it
 *       may read and change the nodes. Without it, everybody who reaches the servers may.
 * </ul>
 */
public final class ZooKeeperProvider implements CoordinationProvider {

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperProvider.class);

  private static final String CONNECT = "connect";
  private static final String SECRET_FILE = "secret-file";

  /** Creates the provider; for {@link java.util.ServiceLoader}. */
  public ZooKeeperProvider() {}

  @Override
  public String type() {
    return "zookeeper";
  }

  @Override
  public Set<String> options() {
    return Set.of(CONNECT, Options.SESSION_TIMEOUT, SECRET_FILE);
  }

  @Override
  public CoordinationService connect(CoordinationSettings settings) throws CoordinationException {
    String connect = Options.required(settings, CONNECT);
    checkServers(connect);
    Optional<String> file = settings.option(SECRET_FILE);
    Optional<String> secret =
        file.isPresent() ? Optional.of(Options.secret(Path.of(file.get()))) : Optional.empty();
    if (secret.isEmpty()) {
      LOG.warn("without {}, whoever reaches {} can change everything there", SECRET_FILE, connect);
    }
    ClientOptions options =
        new ClientOptions(
            connect,
            new Layout(settings.root(), settings.agent()),
            settings.callTimeout(),
            new HandleOptions(Options.sessionTimeout(settings), secret),
            false);
    return ZooKeeperService.connect(options, SystemPorts.ENVIRONMENT);
  }

  private static void checkServers(String connect) throws CoordinationException.Misconfigured {
    try {
      if (new ConnectStringParser(connect).getServerAddresses().isEmpty()) {
        throw Options.misconfigured("no servers in " + CONNECT + ": " + connect);
      }
    } catch (IllegalArgumentException e) {
      throw new CoordinationException.Misconfigured(
          CONNECT + " is not of the form host:port,host:port: " + connect, e);
    }
  }
}
