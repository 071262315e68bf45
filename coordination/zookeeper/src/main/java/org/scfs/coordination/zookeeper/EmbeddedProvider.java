package org.scfs.coordination.zookeeper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationProvider;
import org.scfs.coordination.CoordinationService;
import org.scfs.coordination.CoordinationSettings;

/**
 * A ZooKeeper server inside the agents of one machine, for volumes that nobody uses from elsewhere.
 * Of several agents with the same folder one runs the server; when it goes, another takes over.
 * Options:
 *
 * <ul>
 *   <li>{@code directory}: the server's folder, made for its owner only if it is absent
 *   <li>{@code session-timeout}: how long locks outlive a silent agent, such as {@code 10s}
 * </ul>
 */
public final class EmbeddedProvider implements CoordinationProvider {

  private static final String DIRECTORY = "directory";

  /** Creates the provider; for {@link java.util.ServiceLoader}. */
  public EmbeddedProvider() {}

  @Override
  public String type() {
    return "embedded";
  }

  @Override
  public Set<String> options() {
    return Set.of(DIRECTORY, Options.SESSION_TIMEOUT);
  }

  @Override
  public CoordinationService connect(CoordinationSettings settings) throws CoordinationException {
    Path directory = Path.of(Options.required(settings, DIRECTORY));
    Duration sessionTimeout = Options.sessionTimeout(settings);
    EmbeddedHosts.Use use = open(directory, settings);
    boolean connected = false;
    try {
      CoordinationService service = connect(use, sessionTimeout, settings);
      connected = true;
      return service;
    } catch (IOException e) {
      throw new CoordinationException.Misconfigured(
          "cannot read the coordination server's folder " + directory, e);
    } finally {
      if (!connected) {
        use.end();
      }
    }
  }

  private static EmbeddedHosts.Use open(Path directory, CoordinationSettings settings)
      throws CoordinationException {
    try {
      return EmbeddedHosts.open(directory, SystemPorts.ENVIRONMENT, settings.callTimeout());
    } catch (IOException e) {
      throw new CoordinationException.Unavailable(
          "cannot run the coordination server in " + directory, e);
    } catch (InterruptedException e) {
      throw ServiceParts.interrupted(e);
    }
  }

  private static CoordinationService connect(
      EmbeddedHosts.Use use, Duration sessionTimeout, CoordinationSettings settings)
      throws CoordinationException, IOException {
    String endpoint = use.host().endpoint();
    ClientOptions options =
        new ClientOptions(
            endpoint,
            new Layout(settings.root(), settings.agent()),
            settings.callTimeout(),
            new HandleOptions(sessionTimeout, Optional.of(use.host().secret())),
            true);
    return ZooKeeperService.connect(
        options,
        SystemPorts.ENVIRONMENT,
        moveTo -> {
          Runnable unfollow = use.host().follow(endpoint, moveTo);
          return () -> {
            unfollow.run();
            use.end();
          };
        });
  }
}
