package org.scfs.it.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatcher;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The modules, their packages, and whom each may know besides itself and the Java library. */
@SuppressWarnings("ImmutableEnumChecker") // what Set.of returns is immutable
enum Module {
  PORTS(Set.of("org.scfs.ports..")),
  CONFIG(Set.of("org.scfs.config..")),

  STORAGE_API(Set.of("org.scfs.storage"), PORTS),
  STORAGE_TESTKIT(Set.of("org.scfs.storage.testkit.."), STORAGE_API, PORTS),
  STORAGE_LOCAL(Set.of("org.scfs.storage.local.."), STORAGE_API, PORTS),

  COORDINATION_API(Set.of("org.scfs.coordination", "org.scfs.coordination.tuple"), PORTS),
  COORDINATION_TESTKIT(Set.of("org.scfs.coordination.testkit.."), COORDINATION_API, PORTS),
  ZOOKEEPER(Set.of("org.scfs.coordination.zookeeper.."), COORDINATION_API, PORTS),

  DEPSKY(Set.of("org.scfs.depsky.."), STORAGE_API, PORTS),

  CORE(
      Set.of(
          "org.scfs.agent.[anchor|cache|disk|frontend|metadata|openfile|vfs|volume]..",
          "org.scfs.agent.working"),
      DEPSKY,
      COORDINATION_API,
      CONFIG,
      PORTS),
  FUSE(Set.of("org.scfs.agent.fuse.."), CORE, PORTS),

  /** Wires everything; finds drivers and coordination services through ServiceLoader. */
  APP(
      Set.of("org.scfs.agent.app.."),
      FUSE,
      CORE,
      DEPSKY,
      STORAGE_API,
      COORDINATION_API,
      CONFIG,
      PORTS);

  private final Set<String> packages;
  private final Set<Module> mayKnow;

  /**
   * @param packages patterns as {@link PackageMatcher} has them: two dots stand for all below
   */
  Module(Set<String> packages, Module... mayKnow) {
    this.packages = packages;
    this.mayKnow = Set.of(mayKnow);
  }

  /** The module that a class of the product belongs to. */
  static Optional<Module> of(JavaClass type) {
    return Stream.of(values()).filter(module -> module.owns(type.getPackageName())).findFirst();
  }

  boolean owns(String packageName) {
    return packages.stream().anyMatch(pattern -> PackageMatcher.of(pattern).matches(packageName));
  }

  boolean mayKnow(Module other) {
    return other == this || mayKnow.contains(other);
  }
}
