package org.scfs.it.architecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.PackageMatcher;
import java.io.File;
import java.nio.file.Files;
import java.time.Clock;
import java.util.Date;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.regex.Pattern;

/**
 * What the simulator has to be able to replace, and which packages, being adapters, reach it
 * nevertheless.
 */
@SuppressWarnings("ImmutableEnumChecker") // what Set.of returns is immutable
enum Port {
  TIME(Set.of("org.scfs.ports.system")) {
    @Override
    boolean isReachedBy(JavaAccess<?> access) {
      return calls(access, System.class, "currentTimeMillis|nanoTime")
          || calls(access, Thread.class, "sleep")
          || owner(access).isEquivalentTo(Clock.class)
          || owner(access).isEquivalentTo(Timer.class)
          || (owner(access).getPackageName().equals("java.time") && access.getName().equals("now"))
          || (owner(access).isEquivalentTo(Date.class) && isNew(access));
    }
  },

  THREADS(
      Set.of(
          "org.scfs.ports.system",
          "org.scfs.agent.fuse", // libfuse's loop would block the carrier of a virtual thread
          "org.scfs.agent.app..")) { // hooks of the Java machine's end are threads
    @Override
    boolean isReachedBy(JavaAccess<?> access) {
      return calls(access, Thread.class, "ofVirtual|ofPlatform|startVirtualThread")
          || (owner(access).isAssignableTo(Thread.class) && isNew(access))
          || owner(access).isEquivalentTo(Executors.class)
          || owner(access).isEquivalentTo(CompletableFuture.class)
          || owner(access).isEquivalentTo(ForkJoinPool.class)
          || owner(access).isEquivalentTo(ThreadPoolExecutor.class)
          || owner(access).isEquivalentTo(ScheduledThreadPoolExecutor.class)
          || access.getName().matches("parallelStream|parallel");
    }
  },

  RANDOMNESS(Set.of("org.scfs.ports.system")) {
    @Override
    boolean isReachedBy(JavaAccess<?> access) {
      return (owner(access).isAssignableTo(Random.class) && !isReproducible(access))
          || owner(access).getPackageName().equals("java.util.random")
          || calls(access, Math.class, "random")
          || calls(access, UUID.class, "randomUUID");
    }

    private static boolean isReproducible(JavaAccess<?> access) {
      String origin = access.getOriginOwner().getPackageName();
      return owner(access).getPackageName().startsWith("org.scfs.")
          || (TESTKIT.matches(origin) && !isNew(access))
          || (TESTKIT.matches(origin) && takes(access, "long")) // a seed
          || (origin.equals("org.scfs.depsky.codec") // BouncyCastle takes the port in this shape
              && takes(access, "java.security.SecureRandomSpi"));
    }

    private static boolean takes(JavaAccess<?> access, String type) {
      return access instanceof JavaConstructorCall call
          && call.getTarget().getRawParameterTypes().stream()
              .anyMatch(parameter -> parameter.getName().equals(type));
    }
  },

  DISK(
      Set.of(
          "org.scfs.agent.disk.local", // the port's implementation
          "org.scfs.storage.local", // its clouds are folders
          "org.scfs.coordination.zookeeper", // the embedded server's folder
          "org.scfs.config", // Settings reads the configuration file
          "org.scfs.agent.fuse", // the mount point, /proc, /dev/fuse
          "org.scfs.agent.app..")) {
    private static final Pattern FILE_CLASS =
        Pattern.compile("java\\.io\\.(File|RandomAccessFile).*");

    @Override
    boolean isReachedBy(JavaAccess<?> access) {
      return owner(access).isEquivalentTo(Files.class)
          || owner(access).isEquivalentTo(File.class)
          || FILE_CLASS.matcher(owner(access).getName()).matches()
          || (owner(access).getPackageName().equals("java.nio.channels")
              && access.getName().equals("open"));
    }
  },

  /** The clocks, randomness and threads of this process, which are to be handed down instead. */
  ENVIRONMENT(
      Set.of(
          "org.scfs.ports.system",
          "org.scfs.agent.app..", // wires
          "org.scfs.coordination.zookeeper", // ServiceLoader hands nothing down
          "..testkit")) {
    @Override
    boolean isReachedBy(JavaAccess<?> access) {
      return owner(access).getPackageName().equals("org.scfs.ports.system");
    }
  };

  private static final PackageMatcher TESTKIT = PackageMatcher.of("..testkit");

  private final Set<String> adapters;

  Port(Set<String> adapters) {
    this.adapters = adapters;
  }

  /** Whether this is a way round the port. */
  abstract boolean isReachedBy(JavaAccess<?> access);

  /** Packages, as patterns, that may go round the port. */
  Set<String> adapters() {
    return adapters;
  }

  private static JavaClass owner(JavaAccess<?> access) {
    return access.getTargetOwner();
  }

  private static boolean calls(JavaAccess<?> access, Class<?> type, String names) {
    return owner(access).isEquivalentTo(type) && access.getName().matches(names);
  }

  private static boolean isNew(JavaAccess<?> access) {
    return access.getName().equals(JavaConstructor.CONSTRUCTOR_NAME);
  }
}
