package org.scfs.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Objects;

/**
 * Sends signals without starting a program: that would get copies of all files that are open here,
 * and to close those, when the program starts, counts as a close of a file in a mount.
 */
final class Signals {

  /** As Linux numbers them. */
  private static final Map<String, Integer> NUMBERS =
      Map.of("INT", 2, "KILL", 9, "TERM", 15, "CONT", 18, "STOP", 19);

  @SuppressWarnings("restricted") // the tests run with --enable-native-access
  private static final MethodHandle KILL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private Signals() {}

  static void send(long pid, String name) {
    int number = Objects.requireNonNull(NUMBERS.get(name), name);
    try {
      int result = (int) KILL.invokeExact(Math.toIntExact(pid), number);
      assertThat(result).as("kill -%s %d", name, pid).isZero();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("cannot send a signal", e);
    }
  }
}
