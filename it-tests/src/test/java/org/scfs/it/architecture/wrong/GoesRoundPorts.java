package org.scfs.it.architecture.wrong;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.scfs.ports.Environment;
import org.scfs.ports.system.SystemEnvironment;

/** Every way round a port that the rule has to notice; a method's name begins with the port's. */
public final class GoesRoundPorts {

  private GoesRoundPorts() {}

  static long timeOfTheWall() {
    return System.currentTimeMillis();
  }

  static LongSupplier timeByReference() {
    return System::nanoTime;
  }

  static Instant timeNow() {
    return Instant.now();
  }

  static void timePasses() throws InterruptedException {
    Thread.sleep(1);
  }

  static Thread threadsOfThePlatform() {
    return new Thread(() -> {});
  }

  static Thread threadsVirtual() {
    return Thread.ofVirtual().unstarted(() -> {});
  }

  static ExecutorService threadsInAPool() {
    return Executors.newVirtualThreadPerTaskExecutor();
  }

  static CompletableFuture<String> threadsInAChain() {
    return new CompletableFuture<>();
  }

  static SecureRandom randomnessSecure() {
    return new SecureRandom();
  }

  static Random randomnessOfASeed() {
    return new Random(1);
  }

  static UUID randomnessInAnId() {
    return UUID.randomUUID();
  }

  static boolean diskByName(Path path) {
    return Files.exists(path);
  }

  static FileChannel diskChannel(Path path) throws IOException {
    return FileChannel.open(path);
  }

  static InputStream diskStream(Path path) throws IOException {
    return new FileInputStream(path.toString());
  }

  static Environment environmentOfTheProcess() {
    return SystemEnvironment.create();
  }

  /** Nothing is wrong with what is not a port. */
  static List<Path> harmless(Environment environment, Path path) {
    long now = environment.time().nanos();
    return List.of(path.resolve(String.valueOf(now)));
  }
}
