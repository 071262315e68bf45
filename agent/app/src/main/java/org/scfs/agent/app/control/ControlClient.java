package org.scfs.agent.app.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.scfs.ports.Cancellable;
import org.scfs.ports.Time;

/** A command's end of the control protocol. Thread-safe. */
public final class ControlClient {

  private static final int MOST_ANSWER_BYTES = 64 << 20;

  private final Time time;

  /** A client that takes its time limits from this clock. */
  public ControlClient(Time time) {
    this.time = time;
  }

  /**
   * Asks an agent; empty if none lives there, in which case its socket is removed.
   *
   * @param limit how long to wait for the answer
   * @throws IOException if there is no answer in time
   */
  public Optional<Answer> ask(Path socket, String command, Duration limit) throws IOException {
    Optional<SocketChannel> connection = connect(socket);
    if (connection.isEmpty()) {
      return Optional.empty();
    }
    try (SocketChannel channel = connection.get()) {
      Cancellable timer = time.after(limit, () -> close(channel));
      try {
        Wire.write(channel, Json.line(new Request(command)) + "\n");
        String answer = Wire.readAll(channel, MOST_ANSWER_BYTES);
        if (answer.isEmpty()) {
          throw new IOException("the agent ended without an answer");
        }
        return Optional.of(Json.parse(answer, Answer.class));
      } catch (AsynchronousCloseException e) {
        throw new IOException("the agent did not answer within " + limit.toSeconds() + " s", e);
      } finally {
        timer.cancel();
      }
    }
  }

  /**
   * Removes the socket of an agent that died.
   *
   * @return whether an agent lives there
   */
  boolean removeIfDead(Path socket) throws IOException {
    Optional<SocketChannel> connection = connect(socket);
    if (connection.isPresent()) {
      connection.get().close();
    }
    return connection.isPresent();
  }

  private static Optional<SocketChannel> connect(Path socket) throws IOException {
    if (Files.notExists(socket)) {
      return Optional.empty();
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      return Optional.of(channel);
    } catch (java.net.ConnectException e) {
      channel.close();
      Files.deleteIfExists(socket); // nobody listens
      return Optional.empty();
    } catch (IOException e) {
      channel.close();
      if (Files.notExists(socket)) {
        return Optional.empty(); // it ended just now
      }
      throw e;
    }
  }

  /** Closes a channel, which ends the calls that wait on it. */
  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Whoever waits on it has been woken, and closes it as well.
    }
  }
}
