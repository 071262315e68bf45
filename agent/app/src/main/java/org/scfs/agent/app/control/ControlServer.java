package org.scfs.agent.app.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's end of the control protocol. Only its owner can reach the socket: its folder is the
 * owner's alone. Thread-safe.
 */
public final class ControlServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);

  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);
  private static final int MOST_REQUEST_BYTES = 4096;
  private static final int MOST_REQUESTS = 64;

  private final Path socket;
  private final ServerSocketChannel channel;
  private final Environment environment;

  /** One for each request that may be under way. */
  private final Semaphore requests = new Semaphore(MOST_REQUESTS);

  private ControlServer(Path socket, ServerSocketChannel channel, Environment environment) {
    this.socket = socket;
    this.channel = channel;
    this.environment = environment;
  }

  /** What the agent does for a command. */
  public interface Handler {

    /** How the mount is. */
    Answer status();

    /** Unmounts, and returns when the mount is gone and closed. */
    Answer unmount();
  }

  /**
   * Makes the socket; requests wait until {@link #serve}. The socket of an agent that died is
   * replaced.
   *
   * @throws IOException if an agent lives there, or the socket cannot be made
   */
  public static ControlServer open(Path socket, Environment environment) throws IOException {
    if (new ControlClient(environment.time()).removeIfDead(socket)) {
      throw new IOException("an agent serves this mount point already");
    }
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot make the control socket " + socket + ": " + e.getMessage(), e);
    }
    return new ControlServer(socket, channel, environment);
  }

  /** Begins to answer. */
  public void serve(Handler handler) {
    var _ = environment.tasks().start("control", () -> accept(handler));
  }

  private void accept(Handler handler) {
    while (channel.isOpen()) {
      try {
        SocketChannel client = channel.accept();
        requests.acquireUninterruptibly();
        var _ = environment.tasks().start("control-request", () -> answer(client, handler));
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.warn("cannot take a command: {}", e.getMessage());
        return;
      }
    }
  }

  private void answer(SocketChannel client, Handler handler) {
    try (client) {
      Wire.write(client, Json.line(answer(read(client), handler)));
    } catch (IOException e) {
      LOG.debug("a command went away", e);
    } finally {
      requests.release();
    }
  }

  private String read(SocketChannel client) throws IOException {
    Cancellable limit = environment.time().after(REQUEST_LIMIT, () -> ControlClient.close(client));
    try {
      return Wire.readLine(client, MOST_REQUEST_BYTES);
    } finally {
      limit.cancel();
    }
  }

  private static Answer answer(String request, Handler handler) {
    try {
      String command = String.valueOf(Json.parse(request, Request.class).command());
      return switch (command) {
        case Request.STATUS -> handler.status();
        case Request.UNMOUNT -> handler.unmount();
        default -> Answer.failed("this agent does not know the command " + command);
      };
    } catch (IOException e) {
      return Answer.failed(e);
    } catch (RuntimeException e) {
      LOG.error("a command failed", e);
      return Answer.failed("an error in the agent, see its log: " + e);
    }
  }

  /** Waits, for a bounded time, until what was asked is answered. */
  public void drain() throws InterruptedException {
    if (!requests.tryAcquire(MOST_REQUESTS, REQUEST_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      LOG.warn("a command still waits for its answer");
    }
  }

  /** Takes the socket away. Idempotent. */
  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      Files.deleteIfExists(socket);
      channel.close();
    }
  }
}
