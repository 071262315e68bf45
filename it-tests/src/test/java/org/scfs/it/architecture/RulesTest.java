package org.scfs.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.scfs.depsky.wrong.KnowsTheAgent;
import org.scfs.it.architecture.wrong.GoesRoundPorts;
import org.scfs.it.architecture.wrong.Implicit;
import org.scfs.it.architecture.wrong.ThingManager;
import org.scfs.it.architecture.wrong.UsesCryptography;
import org.scfs.it.architecture.wrong.one.Hen;
import org.scfs.it.architecture.wrong.other.Egg;
import org.scfs.it.architecture.wrong.unmarked.Careless;

/** Every rule of {@link ArchitectureTest} notices what it forbids, and nothing else. */
final class RulesTest {

  @Test
  void moduleThatKnowsOneAboveItIsNoticed() {
    assertThat(violations(Rules.modulesKnowOnlyThoseBelow(), KnowsTheAgent.class))
        .isNotEmpty()
        .allMatch(violation -> violation.contains("org.scfs.agent.vfs.Vfs"));
  }

  @Test
  void libraryOutsideItsPackageIsNoticed() {
    assertThat(violations(Rules.librariesStayInTheirPackages(), UsesCryptography.class))
        .isNotEmpty()
        .allMatch(violation -> violation.contains("javax.crypto.SecretKey"));
    assertThat(violations(Rules.librariesStayInTheirPackages(), Implicit.class)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyWayRoundAPortIsNoticed(Port port) {
    List<String> violations = violations(Rules.onlyAdaptersGoRound(port), GoesRoundPorts.class);
    List<String> ways =
        Stream.of(GoesRoundPorts.class.getDeclaredMethods())
            .map(Method::getName)
            .filter(name -> name.startsWith(port.name().toLowerCase(Locale.ROOT)))
            .toList();
    assertThat(ways).isNotEmpty();
    assertThat(violations).hasSize(ways.size());
    for (String way : ways) {
      assertThat(violations).anyMatch(violation -> violation.contains("." + way + "("));
    }
  }

  @Test
  void cycleOfPackagesIsNoticed() {
    assertThat(violations(Rules.packagesAreFreeOfCycles(), Hen.class, Egg.class)).isNotEmpty();
    assertThat(violations(Rules.packagesAreFreeOfCycles(), Hen.class)).isEmpty();
  }

  @Test
  void synchronizedMethodIsNoticed() {
    assertThat(violations(Rules.noMethodIsSynchronized(), ThingManager.class)).hasSize(2);
    assertThat(violations(Rules.noMethodIsSynchronized(), GoesRoundPorts.class)).isEmpty();
  }

  @Test
  void packageWithoutNullMarkedIsNoticed() {
    assertThat(violations(Rules.packagesAreNullMarked(), Careless.class)).hasSize(1);
    assertThat(violations(Rules.packagesAreNullMarked(), Implicit.class)).isEmpty();
  }

  @Test
  void nameThatSaysNothingIsNoticed() {
    assertThat(violations(Rules.namesAreNouns(), ThingManager.class)).hasSize(1);
    assertThat(violations(Rules.namesAreNouns(), Implicit.class)).isEmpty();
  }

  /** With the whole package, as annotations of a package are in a class file of its own. */
  private static List<String> violations(ArchRule rule, Class<?>... types) {
    List<Class<?>> wanted = List.of(types);
    JavaClasses classes =
        new ClassFileImporter()
            .importPackagesOf(types)
            .that(
                DescribedPredicate.describe(
                    "wanted", type -> wanted.stream().anyMatch(type::isEquivalentTo)));
    assertThat(classes).hasSize(types.length);
    return rule.allowEmptyShould(true).evaluate(classes).getFailureReport().getDetails();
  }
}
