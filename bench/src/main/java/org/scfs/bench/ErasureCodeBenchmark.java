package org.scfs.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.CodecSteps;

/**
 * Reed-Solomon over 8 MiB of data on one thread; isa-l/ measures the same with ISA-L. The vector
 * kernel must be several times as fast as the scalar one for 5of13: if not, the compiler has lost
 * sight of its vectors.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ErasureCodeBenchmark {

  private static final int DATA_BYTES = 8 << 20;

  /** How many blocks of how many give the data back. */
  @Param({"2of4", "3of7", "5of13"})
  public String code = "2of4";

  /** The kernel. */
  @Param({"scalar", "vector"})
  public String kernel = "scalar";

  private CodecSteps steps = steps();

  private CodecSteps steps() {
    try {
      return new CodecSteps(Codes.named(code), DATA_BYTES, kernel.equals("vector"));
    } catch (CodecException e) {
      throw new IllegalStateException("every code of a benchmark is legal", e);
    }
  }

  /** Makes the data, once JMH has set the parameters. */
  @Setup
  public void prepare() {
    steps = steps();
  }

  /** All parity blocks. */
  @Benchmark
  public Object encode() {
    return steps.parity();
  }

  /** As many data blocks as can be lost, out of the last k blocks. */
  @Benchmark
  public Object decode() {
    return steps.rebuild();
  }
}
