package org.scfs.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
import org.scfs.depsky.codec.CodeParameters;
import org.scfs.depsky.codec.CodecException;
import org.scfs.depsky.codec.CodecSteps;
import org.scfs.depsky.codec.EncodedSegment;
import org.scfs.depsky.codec.Manifest;
import org.scfs.depsky.codec.SegmentCodec;
import org.scfs.depsky.codec.SegmentContext;
import org.scfs.depsky.codec.StoredBlock;
import org.scfs.ports.Environment;
import org.scfs.ports.Randomness;
import org.scfs.ports.system.SystemEnvironment;

/**
 * A segment of 8 MiB, half of a file of 16 MiB, through the codec, and each step of that alone over
 * as many bytes. The steps whose sum is the limit of encode: copy, encrypt, parity, hash; of
 * decode: hashOfData, rebuild (one block), decrypt, copy.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx1g", "-XX:+UseParallelGC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class SegmentPipelineBenchmark {

  private static final int BYTES = 8 << 20;

  /** How many blocks of how many give the segment back. */
  @Param({"2of4", "3of7", "5of13"})
  public String code = "2of4";

  private final byte[] content = new byte[BYTES];
  private final byte[] copy = new byte[BYTES];
  private final Environment environment = SystemEnvironment.create();
  private final Randomness randomness = new SecureRandom()::nextBytes;
  private Setting setting = setting(Codes.named(code));

  /** What depends on the code. */
  private record Setting(
      CodecSteps steps,
      CodeParameters parameters,
      SegmentCodec alone,
      SegmentCodec parallel,
      Manifest manifest,
      List<StoredBlock> data,
      List<StoredBlock> withoutFirst) {}

  private Setting setting(CodeParameters parameters) {
    try {
      SegmentCodec alone = new SegmentCodec(parameters, randomness);
      EncodedSegment segment = encode(alone);
      int needed = parameters.readQuorum();
      return new Setting(
          new CodecSteps(parameters, BYTES + BYTES / (64 << 10) * 16, true),
          parameters,
          alone,
          new SegmentCodec(parameters, randomness, environment.tasks()),
          manifest(parameters, segment),
          CodecSteps.stored(segment, IntStream.range(0, needed).toArray()),
          CodecSteps.stored(segment, IntStream.rangeClosed(1, needed).toArray()));
    } catch (IOException | CodecException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Manifest manifest(CodeParameters parameters, EncodedSegment segment) {
    SegmentContext place = CodecSteps.context();
    return new Manifest(
        place.volume(),
        place.unit(),
        BYTES,
        BYTES,
        parameters,
        Manifest.preferredCode(parameters),
        org.scfs.depsky.codec.SigningKey.generate(new SecureRandom()::nextBytes).id(),
        List.of(segment.entry(null)));
  }

  private EncodedSegment encode(SegmentCodec codec) throws IOException {
    return codec.encode(
        CodecSteps.context(), BYTES, (offset, into) -> into.put(content, offset, into.remaining()));
  }

  private void store(int offset, ByteBuffer plaintext) {
    plaintext.get(copy, offset, plaintext.remaining());
  }

  /** Makes the data. */
  @Setup
  public void prepare() {
    setting = setting(Codes.named(code));
    setting.steps.encrypt();
  }

  /** Step: reading the content, or writing it. */
  @Benchmark
  public Object copy() {
    System.arraycopy(content, 0, copy, 0, BYTES);
    return copy;
  }

  /** Step: encryption. */
  @Benchmark
  public void encrypt() {
    setting.steps.encrypt();
  }

  /** Step: the parity blocks. */
  @Benchmark
  public Object parity() {
    return setting.steps.parity();
  }

  /** Step: the hashes of all n blocks. */
  @Benchmark
  public Object hash() {
    return setting.steps.hash(setting.parameters.n());
  }

  /** Step: the hashes of k blocks. */
  @Benchmark
  public Object hashOfData() {
    return setting.steps.hash(setting.parameters.k());
  }

  /** The whole of encoding, on one thread. */
  @Benchmark
  public Object encodeAlone() throws IOException {
    return encode(setting.alone);
  }

  /** The whole of encoding, on all processors. */
  @Benchmark
  public Object encodeParallel() throws IOException {
    return encode(setting.parallel);
  }

  /** Verifying and decoding the data blocks. */
  @Benchmark
  public Object decode() throws IOException, CodecException {
    return decode(setting.data);
  }

  /** Verifying and decoding when the first data block has to be computed. */
  @Benchmark
  public Object decodeWithoutFirst() throws IOException, CodecException {
    return decode(setting.withoutFirst);
  }

  private byte[] decode(List<StoredBlock> blocks) throws IOException, CodecException {
    for (StoredBlock block : blocks) {
      if (!block.matches(setting.manifest.segments().getFirst())) {
        throw new IllegalStateException("a block is damaged");
      }
    }
    setting.alone.decode(setting.manifest, 0, blocks, this::store);
    return copy;
  }

  /** Step: decryption. */
  @Benchmark
  public Object decrypt() throws CodecException {
    // The ciphertext is that of prepare() only as long as no other benchmark ran in this fork.
    return setting.steps.decrypt();
  }
}
