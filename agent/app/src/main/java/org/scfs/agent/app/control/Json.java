package org.scfs.agent.app.control;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Locale;

/** Records to JSON and back: a component's name is a key, and absent values are left out. */
public final class Json {

  private static final Gson COMPACT = builder().create();
  private static final Gson READABLE = builder().setPrettyPrinting().create();

  private Json() {}

  private static GsonBuilder builder() {
    return new GsonBuilder()
        .disableHtmlEscaping()
        .registerTypeAdapter(MountReport.Agent.class, new AgentAdapter());
  }

  /** One line. */
  static String line(Object value) {
    return COMPACT.toJson(value);
  }

  /** Indented text. */
  public static String readable(Object value) {
    return READABLE.toJson(value);
  }

  /**
   * Reads a text.
   *
   * @throws IOException if it is not of that form
   */
  static <T> T parse(String text, Class<T> type) throws IOException {
    try {
      T value = COMPACT.fromJson(text, type);
      if (value == null) {
        throw new IOException("an empty message");
      }
      return value;
    } catch (JsonParseException e) {
      throw new IOException("not a message: " + e.getMessage(), e);
    }
  }

  /** States are lower-case words; one that is not known counts as alive. */
  private static final class AgentAdapter extends TypeAdapter<MountReport.Agent> {

    @Override
    public void write(JsonWriter out, MountReport.Agent value) throws IOException {
      out.value(value.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public MountReport.Agent read(JsonReader in) throws IOException {
      String word = in.nextString().toUpperCase(Locale.ROOT);
      for (MountReport.Agent agent : MountReport.Agent.values()) {
        if (agent.name().equals(word)) {
          return agent;
        }
      }
      return MountReport.Agent.RUNNING;
    }
  }
}
