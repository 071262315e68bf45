package org.scfs.it.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatchers;
import java.util.Set;

/** What is not the product's own code, and which packages may use it. */
@SuppressWarnings("ImmutableEnumChecker") // what Set.of returns is immutable
enum Library {
  JAVA(
      Set.of(
          "java.io..",
          "java.lang..",
          "java.math",
          "java.net",
          "java.nio..",
          "java.text",
          "java.time..",
          "java.util.."),
      Set.of("org.scfs..")),
  ANNOTATIONS(
      Set.of("org.jspecify.annotations", "com.google.errorprone.annotations.."),
      Set.of("org.scfs..")),
  LOGGING(Set.of("org.slf4j"), Set.of("org.scfs..")),

  CRYPTOGRAPHY(
      Set.of("javax.crypto..", "java.security..", "org.bouncycastle.."),
      Set.of("org.scfs.depsky.codec")),
  RANDOMNESS(
      Set.of("java.security"), // SecureRandom
      Set.of("org.scfs.ports.system")),
  VECTORS(Set.of("jdk.incubator.vector"), Set.of("org.scfs.depsky.codec")),
  PROTOBUF(
      Set.of("com.google.protobuf.."),
      Set.of(
          "org.scfs.coordination.tuple",
          "org.scfs.depsky.codec..",
          "org.scfs.agent.[anchor|metadata|openfile|cache|volume|working]..")),
  TOML(Set.of("org.tomlj.."), Set.of("org.scfs.config")),
  CAFFEINE(Set.of("com.github.benmanes.caffeine.."), Set.of("org.scfs.agent.[cache|metadata]..")),
  ZOOKEEPER(
      Set.of("org.apache.zookeeper..", "org.apache.jute.."),
      Set.of("org.scfs.coordination.zookeeper")),
  FUSE(Set.of("ru.serce.jnrfuse..", "jnr.."), Set.of("org.scfs.agent.fuse")),
  COMMAND_LINE(Set.of("picocli"), Set.of("org.scfs.agent.app..")),
  JSON(Set.of("com.google.gson.."), Set.of("org.scfs.agent.app..")),
  TESTS(
      Set.of("org.junit.jupiter..", "org.assertj..", "org.awaitility.."),
      Set.of("org.scfs.storage.testkit", "org.scfs.coordination.testkit"));

  private final Set<String> packages;
  private final Set<String> users;

  Library(Set<String> packages, Set<String> users) {
    this.packages = packages;
    this.users = users;
  }

  /** Whether a class may use another one, which is not of the product. */
  static boolean mayUse(JavaClass user, JavaClass used) {
    for (Library library : values()) {
      if (PackageMatchers.of(library.packages).test(used.getPackageName())
          && PackageMatchers.of(library.users).test(user.getPackageName())) {
        return true;
      }
    }
    return false;
  }
}
