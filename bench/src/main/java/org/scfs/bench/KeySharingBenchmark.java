package org.scfs.bench;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.scfs.depsky.codec.CodeParameters;
import org.scfs.depsky.codec.CodecSteps;
import org.scfs.depsky.codec.SigningKey;
import org.scfs.ports.Randomness;

/** What a write pays once, however short its content: a key is split and a manifest signed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class KeySharingBenchmark {

  private static final int MANIFEST_BYTES = 300;

  /** How many shares of how many give the key back. */
  @Param({"2of4", "3of7", "5of13"})
  public String code = "2of4";

  private final Randomness randomness = new SecureRandom()::nextBytes;
  private final byte[] key = randomness.bytes(32);
  private final byte[] manifest = randomness.bytes(MANIFEST_BYTES);
  private final SigningKey signer = SigningKey.generate(randomness);

  /** Splits a key. */
  @Benchmark
  public byte[][] split() {
    return CodecSteps.split(key, Codes.named(code), randomness);
  }

  /** Splits a key and puts it together again. */
  @Benchmark
  public byte[] splitAndCombine() {
    CodeParameters parameters = Codes.named(code);
    List<byte[]> shares = Arrays.asList(CodecSteps.split(key, parameters, randomness));
    return CodecSteps.combine(shares.subList(0, parameters.t()));
  }

  /** Signs a manifest. */
  @Benchmark
  public byte[] sign() {
    return signer.sign(manifest);
  }

  /** What the target of 100 microseconds is for. */
  @Benchmark
  public Object splitAndSign() {
    return List.of(split(), sign());
  }
}
