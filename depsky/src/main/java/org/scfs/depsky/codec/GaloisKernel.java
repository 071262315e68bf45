package org.scfs.depsky.codec;

/**
 * The inner loops of the erasure code, over ranges of bytes of equal length, each byte an element
 * of {@link GaloisField}. All kernels give the same bytes; they differ in what they ask of the Java
 * platform and in speed. Immutable, thread-safe.
 */
interface GaloisKernel {

  /** Adds {@code coefficient * source} to the target. */
  void multiplyAdd(int coefficient, ByteSlice source, ByteSlice target);

  /** Sets the sum to {@code first + second} and the other target to {@code first + 2 * second}. */
  void pair(ByteSlice first, ByteSlice second, ByteSlice sum, ByteSlice sumWithDouble);

  /** The fastest kernel of this process, which does not change while it runs. */
  static GaloisKernel best() {
    return Best.KERNEL;
  }

  /**
   * Chooses a kernel.
   *
   * @param vectorModule whether the JDK's Vector API can be used: the class that needs it must not
   *     be touched otherwise
   */
  static GaloisKernel choose(boolean vectorModule) {
    return vectorModule && VectorKernel.isFast() ? new VectorKernel() : new ScalarKernel();
  }

  /** Holds the choice from its first use on. */
  final class Best {

    private static final GaloisKernel KERNEL =
        choose(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());

    private Best() {}
  }
}
