package org.scfs.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/** The rules, each of which can be checked on any classes. */
final class Rules {

  /** Packages that hold nothing but what protobuf generates. */
  static final Set<String> GENERATED =
      Set.of("org.scfs.coordination.tuple", "org.scfs.depsky.codec.wire", "org.scfs.agent.working");

  private static final String PRODUCT = "org.scfs.";

  private Rules() {}

  static ArchRule modulesKnowOnlyThoseBelow() {
    return classes()
        .should(
            dependOnlyOn(
                "modules that theirs may know",
                Rules::isOfProduct,
                dependency ->
                    mayKnow(
                        Module.of(dependency.getOriginClass()),
                        Module.of(dependency.getTargetClass()))));
  }

  private static boolean mayKnow(Optional<Module> origin, Optional<Module> target) {
    return origin.isPresent() && target.isPresent() && origin.get().mayKnow(target.get());
  }

  static ArchRule librariesStayInTheirPackages() {
    return classes()
        .should(
            dependOnlyOn(
                "libraries that their package may use",
                type -> !isOfProduct(type) && !type.isPrimitive(),
                dependency ->
                    Library.mayUse(dependency.getOriginClass(), dependency.getTargetClass())));
  }

  static ArchRule onlyAdaptersGoRound(Port port) {
    return classes()
        .that(resideOutside(port.adapters()))
        .should(
            new ArchCondition<JavaClass>("reach " + port + " only through its port") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                  if (port.isReachedBy(access)) {
                    events.add(SimpleConditionEvent.violated(type, access.getDescription()));
                  }
                }
              }
            });
  }

  static ArchRule packagesAreFreeOfCycles() {
    return SlicesRuleDefinition.slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return isOfProduct(type)
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
              }

              @Override
              public String getDescription() {
                return "every package";
              }
            })
        .should()
        .beFreeOfCycles();
  }

  static ArchRule noMethodIsSynchronized() {
    return methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED);
  }

  static ArchRule packagesAreNullMarked() {
    return classes()
        .that(resideOutside(GENERATED))
        .should(
            new ArchCondition<JavaClass>("be in a package that is @NullMarked") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                  events.add(
                      SimpleConditionEvent.violated(
                          type, type.getPackageName() + " of " + type.getName() + " is not"));
                }
              }
            });
  }

  static ArchRule namesAreNouns() {
    return noClasses()
        .that(resideOutside(GENERATED))
        .should()
        .haveNameMatching(".*[.$a-z0-9](Utils?|Helpers?|Managers?|Impl)(?![a-z]).*");
  }

  private static boolean isOfProduct(JavaClass type) {
    return type.getPackageName().startsWith(PRODUCT);
  }

  private static DescribedPredicate<JavaClass> resideOutside(Set<String> packages) {
    PackageMatchers matchers = PackageMatchers.of(packages);
    return DescribedPredicate.describe(
        "reside outside " + packages, type -> !matchers.test(type.getPackageName()));
  }

  private static ArchCondition<JavaClass> dependOnlyOn(
      String what, Predicate<JavaClass> concerned, Predicate<Dependency> allowed) {
    return new ArchCondition<>("depend only on " + what) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          if (concerned.test(dependency.getTargetClass().getBaseComponentType())
              && !allowed.test(dependency)) {
            events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
          }
        }
      }
    };
  }
}
