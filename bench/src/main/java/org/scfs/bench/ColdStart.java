package org.scfs.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.scfs.depsky.codec.CodecSteps;
import org.scfs.depsky.codec.EncodedSegment;
import org.scfs.depsky.codec.SegmentCodec;
import org.scfs.ports.Time;
import org.scfs.ports.system.SystemEnvironment;

/**
 * How long the first files of a fresh Java machine take: 16 MiB each, as two segments. Arguments:
 * the code, such as "2of4", and "warm" or "cold". No JMH, since a program cannot be cold twice.
 */
public final class ColdStart {

  private static final int SEGMENT_BYTES = 8 << 20;
  private static final int FILES = 5;

  private ColdStart() {}

  /**
   * Prints the milliseconds of the warm-up, if asked for, and of each file, as a clock and as a
   * processor see them, and the GB/s of the first: on a busy machine, only the processor's count.
   */
  public static void main(String[] arguments) throws IOException {
    Time time = SystemEnvironment.create().time();
    SegmentCodec codec = new SegmentCodec(Codes.named(arguments[0]), new SecureRandom()::nextBytes);
    byte[] content = new byte[2 * SEGMENT_BYTES];
    Arrays.fill(content, (byte) 7);
    List<Double> milliseconds = new ArrayList<>();
    List<Double> busy = new ArrayList<>();
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    if (arguments[1].equals("warm")) {
      long start = time.nanos();
      codec.warmUp();
      System.out.printf("warm-up %.0f ms; ", (time.nanos() - start) / 1e6);
    }
    for (int file = 0; file < FILES; file++) {
      long start = time.nanos();
      long startBusy = thread.getCurrentThreadCpuTime();
      List<EncodedSegment> segments = List.of(encode(codec, content, 0), encode(codec, content, 1));
      if (segments.size() == 2) {
        milliseconds.add((time.nanos() - start) / 1e6);
        busy.add((thread.getCurrentThreadCpuTime() - startBusy) / 1e6);
      }
    }
    System.out.printf(
        "%s: files took %s ms, of which %s on a processor; the first at %.2f GB/s, or %.2f%n",
        arguments[0],
        rounded(milliseconds),
        rounded(busy),
        content.length / milliseconds.getFirst() / 1e6,
        content.length / busy.getFirst() / 1e6);
    System.exit(0);
  }

  private static List<Long> rounded(List<Double> values) {
    return values.stream().map(Math::round).toList();
  }

  private static EncodedSegment encode(SegmentCodec codec, byte[] content, int segment)
      throws IOException {
    int start = segment * SEGMENT_BYTES;
    return codec.encode(
        CodecSteps.context(),
        SEGMENT_BYTES,
        (offset, into) -> into.put(content, start + offset, into.remaining()));
  }
}
