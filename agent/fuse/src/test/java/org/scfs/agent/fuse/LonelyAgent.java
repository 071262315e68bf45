package org.scfs.agent.fuse;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.scfs.agent.frontend.MountException;
import org.scfs.agent.frontend.MountHandle;

/** A process of its own with a mount, to be killed by a test. */
final class LonelyAgent {

  private LonelyAgent() {}

  /** Mounts on the directory and waits; a shutdown hook unmounts. */
  public static void main(String[] arguments) throws MountException, InterruptedException {
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    MountHandle handle =
        MountedVfs.transport()
            .mount(
                new MemoryVfs(), MountedVfs.options(Path.of(arguments[0]), Duration.ofMillis(500)));
    handle.awaitMounted(MountedVfs.LIMIT);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    handle.unmount();
                    output.println("unmounted by the hook");
                  } catch (MountException e) {
                    output.println(e.getMessage());
                  }
                }));
    output.println("mounted");
    handle.awaitUnmounted();
  }
}
