package org.scfs.agent.app.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Texts over a socket, of a bounded length. */
final class Wire {

  private static final int CHUNK = 8192;

  private Wire() {}

  static void write(SocketChannel channel, String text) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Reads up to the first line break, or up to the end if there is none. */
  static String readLine(SocketChannel channel, int most) throws IOException {
    return read(channel, most, true);
  }

  static String readAll(SocketChannel channel, int most) throws IOException {
    return read(channel, most, false);
  }

  private static String read(SocketChannel channel, int most, boolean line) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    while (channel.read(chunk.clear()) >= 0) {
      text.write(chunk.array(), 0, chunk.position());
      if (line && chunk.position() > 0 && chunk.get(chunk.position() - 1) == '\n') {
        break;
      }
      if (text.size() > most) {
        throw new IOException("a message has more than " + most + " bytes");
      }
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
