package org.scfs.depsky.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.scfs.ports.Id128;

/**
 * Every decoder against everything that a cloud could send: nothing but {@link CodecException}
 * comes out of it, in little time and memory, and nothing passes that was not signed or hashed.
 */
@Timeout(60)
final class DecoderRobustnessTest {

  private static final long SEED = 20261121;

  /** Of each of the formats; in all more than a million. */
  private static final int RANDOM_INPUTS = 250_000;

  /** Of those whose signature is looked at, which takes a fifth of a millisecond. */
  private static final int SIGNED_INPUTS = 15_000;

  private static final SigningKey KEY = SigningKey.generate(CodecSamples.seeded(9));
  private static final Set<VerifyingKey> WRITERS = Set.of(KEY.verifyingKey());
  private static final RegisterState.Place PLACE =
      new RegisterState.Place(CodecSamples.VOLUME, CodecSamples.UNIT, 2);
  private static final Id128 OWNER = new Id128(1, 2);

  /** Takes bytes; says whether they were accepted as genuine. */
  private interface Decoder {
    boolean accepts(byte[] bytes) throws CodecException;
  }

  /**
   * A format.
   *
   * @param authentic whether every byte of it is under a hash or a signature
   * @param inputs how many random inputs it gets
   */
  private record Format(
      String name, Sample genuine, boolean authentic, int inputs, Decoder decoder) {

    boolean accepts(byte[] bytes) {
      try {
        return decoder.accepts(bytes);
      } catch (CodecException _) {
        return false;
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private interface Sample {
    byte[] bytes();
  }

  static Stream<Object> formats() throws Exception {
    byte[] content = CodecSamples.random(1, 100);
    EncodedSegment segment = CodecSamples.encode(CodecSamples.FOUR, content, CodecSamples.alone());
    Manifest small = CodecSamples.manifest(CodecSamples.FOUR, content.length, segment);
    SegmentEntry entry = segment.entry(CodecSamples.SEGMENT);
    Manifest large =
        new Manifest(
            CodecSamples.VOLUME,
            CodecSamples.UNIT,
            200,
            100,
            CodecSamples.FOUR,
            1,
            KEY.id(),
            List.of(entry, entry));
    return Stream.of(
        version(small, segment),
        segment(large, segment),
        manifest(large),
        state(),
        value(),
        lock());
  }

  private static Format version(Manifest manifest, EncodedSegment segment) {
    byte[] encoded = manifest.encode();
    byte[] hash = Manifest.hash(ByteBuffer.wrap(encoded));
    byte[] genuine =
        CodecSamples.concatenated(VersionObject.withBlock(encoded, KEY.sign(encoded), segment, 2));
    return new Format(
        "version",
        () -> genuine,
        true,
        RANDOM_INPUTS,
        bytes -> {
          VersionObject object = VersionObject.parse(bytes);
          return object.manifestHasHash(hash)
              && object.isSignedBy(KEY.verifyingKey())
              && object.block(2, manifest).matches(manifest.segments().getFirst());
        });
  }

  private static Format segment(Manifest manifest, EncodedSegment segment) {
    byte[] genuine =
        CodecSamples.concatenated(
            SegmentObject.encode(manifest.context(1), CodecSamples.SEGMENT, segment, 2));
    return new Format(
        "segment",
        () -> genuine,
        true,
        RANDOM_INPUTS,
        bytes -> SegmentObject.parse(bytes, manifest, 1, 2).matches(manifest.segments().getLast()));
  }

  private static Format manifest(Manifest manifest) {
    byte[] genuine = manifest.encode();
    return new Format(
        "manifest",
        () -> genuine,
        false,
        RANDOM_INPUTS,
        bytes -> Manifest.decode(ByteBuffer.wrap(bytes)).size() > 0);
  }

  private static Format state() {
    String hash = "0123456789abcdef".repeat(4);
    RegisterState state =
        new RegisterState(
            PLACE,
            7,
            1_700_000_000_000L,
            List.of(
                new RegisterState.Entry(1, hash, 10, 300),
                new RegisterState.Entry(3, hash, 20, 300)));
    byte[] genuine = state.encode(KEY);
    return new Format(
        "register state",
        () -> genuine,
        true,
        SIGNED_INPUTS,
        bytes -> RegisterState.decode(bytes, PLACE, WRITERS).equals(state));
  }

  private static Format value() {
    byte[] genuine =
        CodecSamples.concatenated(
            ReplicatedObject.encode(CodecSamples.SEGMENT, CodecSamples.random(2, 100)));
    byte[] hash = ReplicatedObject.hash(ByteBuffer.wrap(genuine));
    return new Format(
        "replicated value",
        () -> genuine,
        true,
        RANDOM_INPUTS,
        bytes -> ReplicatedObject.decode(bytes, hash).length == 100);
  }

  private static Format lock() {
    byte[] genuine =
        new LockTicket(OWNER, 1_700_000_000_000L)
            .encode(PLACE, KEY)
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    return new Format(
        "lock ticket",
        () -> genuine,
        true,
        SIGNED_INPUTS,
        bytes ->
            LockTicket.decode(
                    new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1), PLACE, WRITERS)
                .isPresent());
  }

  @ParameterizedTest
  @MethodSource("formats")
  void whatWasEncodedIsAccepted(Object given) {
    Format format = (Format) given;
    assertThat(format.accepts(format.genuine().bytes())).isTrue();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void flipOfAnySingleByteIsRefused(Object given) {
    Format format = (Format) given;
    byte[] genuine = format.genuine().bytes();
    for (int i = 0; i < genuine.length; i++) {
      for (int bit : new int[] {1, 0x80, 0xff}) {
        byte[] damaged = genuine.clone();
        damaged[i] ^= (byte) bit;
        boolean accepted = format.accepts(damaged);
        assertThat(accepted && format.authentic()).as("byte %d", i).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void everyOtherLengthIsRefused(Object given) {
    Format format = (Format) given;
    byte[] genuine = format.genuine().bytes();
    for (int length = 0; length < genuine.length + 40; length++) {
      boolean accepted = format.accepts(Arrays.copyOf(genuine, length));
      assertThat(accepted && length != genuine.length && format.authentic())
          .as("length %d", length)
          .isFalse();
    }
  }

  /** Numbers that overflow, or promise far more than there is, in the place of any four bytes. */
  @ParameterizedTest
  @MethodSource("formats")
  void lengthsThatLieAreRefusedWithoutTakingMemory(Object given) {
    Format format = (Format) given;
    byte[] genuine = format.genuine().bytes();
    int[] lies = {-1, 0, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x7fffff00, 1 << 26, 0xffffff7f};
    long before = allocated();
    long inputs = 0;
    for (int i = 0; i + 4 <= genuine.length; i++) {
      for (int lie : lies) {
        byte[] damaged = genuine.clone();
        ByteBuffer.wrap(damaged).putInt(i, lie);
        inputs++;
        boolean accepted = format.accepts(damaged) && !Arrays.equals(damaged, genuine);
        assertThat(accepted && format.authentic()).as("bytes from %d", i).isFalse();
      }
    }
    assertThat((allocated() - before) / inputs).isLessThan(100_000);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void randomBytesAreRefused(Object given) throws Exception {
    FutureTask<Boolean> task = new FutureTask<>(() -> refusesRandomBytes((Format) given));
    // On a thread of its own, since an exception costs the more the deeper the stack is.
    Thread.ofPlatform().start(task);
    assertThat(task.get()).isTrue();
  }

  private static boolean refusesRandomBytes(Format format) {
    byte[] genuine = format.genuine().bytes();
    Random random = new Random(SEED);
    long before = allocated();
    IntFunction<byte[]> kinds =
        kind ->
            switch (kind) {
              case 0 -> noise(random, genuine.length);
              case 1 -> noiseBehindAGenuineStart(random, genuine);
              default -> spliced(random, genuine);
            };
    for (int i = 0; i < format.inputs(); i++) {
      byte[] bytes = kinds.apply(i % 3);
      boolean accepted = format.accepts(bytes) && !Arrays.equals(bytes, genuine);
      if (accepted && format.authentic()) {
        assertThat(bytes).as("seed %d, input %d", SEED, i).isEqualTo(genuine);
      }
    }
    assertThat((allocated() - before) / format.inputs()).isLessThan(20_000);
    return true;
  }

  private static byte[] noise(Random random, int length) {
    byte[] bytes = new byte[random.nextInt(length + 20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] noiseBehindAGenuineStart(Random random, byte[] genuine) {
    byte[] bytes = noise(random, genuine.length);
    int kept = random.nextInt(Math.min(bytes.length, genuine.length) + 1);
    System.arraycopy(genuine, 0, bytes, 0, kept);
    return bytes;
  }

  /** The genuine bytes with a piece of them copied to another place. */
  private static byte[] spliced(Random random, byte[] genuine) {
    byte[] bytes = genuine.clone();
    int length = 1 + random.nextInt(Math.min(40, bytes.length - 1));
    int from = random.nextInt(bytes.length - length + 1);
    int to = random.nextInt(bytes.length - length + 1);
    System.arraycopy(genuine, from, bytes, to, length);
    return bytes;
  }

  /** Bytes that this thread has allocated so far. */
  private static long allocated() {
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }
}
