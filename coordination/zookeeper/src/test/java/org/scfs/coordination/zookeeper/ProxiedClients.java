package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.NodePath;
import org.scfs.ports.Environment;
import org.scfs.ports.Id128;
import org.scfs.ports.system.SystemEnvironment;

/** Clients of one server below a fresh root, each behind a proxy of its own. */
final class ProxiedClients implements AutoCloseable {

  static final Environment PORTS = SystemEnvironment.create();

  private final int port;
  private final Optional<String> secret;
  private final Duration callTimeout;
  private final NodePath root = new NodePath("/test-" + randomName() + "/volume");
  private final Map<CoordinationService, BreakableProxy> proxies = new HashMap<>();

  ProxiedClients(int port, Optional<String> secret, Duration callTimeout) {
    this.port = port;
    this.secret = secret;
    this.callTimeout = callTimeout;
  }

  private static String randomName() {
    Id128 id = PORTS.ids().next();
    return id.toString();
  }

  ClientOptions options(String connect, String agent) {
    return new ClientOptions(
        connect,
        new Layout(root, agent),
        callTimeout,
        new HandleOptions(Duration.ofSeconds(10), secret),
        secret.isPresent());
  }

  CoordinationService connect(String agent) throws CoordinationException {
    return connect(agent, PORTS);
  }

  CoordinationService connect(String agent, Environment environment) throws CoordinationException {
    try {
      BreakableProxy proxy = new BreakableProxy(port);
      CoordinationService service =
          ZooKeeperService.connect(options(proxy.connect(), agent), environment);
      proxies.put(service, proxy);
      return service;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  BreakableProxy proxy(CoordinationService service) {
    return Objects.requireNonNull(proxies.get(service));
  }

  @Override
  public void close() {
    proxies.forEach(
        (service, proxy) -> {
          service.close();
          proxy.close();
        });
  }
}
