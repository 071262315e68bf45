package org.scfs.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules of DESIGN's modules and ports, on all main classes of the product. */
final class ArchitectureTest {

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.scfs");

  @ParameterizedTest
  @EnumSource
  void classesOfEveryModuleAreChecked(Module module) {
    assertThat(PRODUCT).anyMatch(type -> module.owns(type.getPackageName()));
  }

  @ParameterizedTest
  @EnumSource
  void everyAdapterIsThere(Port port) {
    for (String adapter : port.adapters()) {
      assertThat(PRODUCT)
          .as(adapter)
          .anyMatch(type -> PackageMatcher.of(adapter).matches(type.getPackageName()));
    }
  }

  @Test
  void packagesThatPassForGeneratedAreGenerated() {
    for (String generated : Rules.GENERATED) {
      List<JavaClass> types =
          PRODUCT.stream()
              .filter(type -> type.getPackageName().equals(generated))
              .filter(type -> type.getEnclosingClass().isEmpty())
              .toList();
      assertThat(types).as(generated).isNotEmpty();
      assertThat(types).allMatch(ArchitectureTest::usesProtobuf);
    }
  }

  private static boolean usesProtobuf(JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .anyMatch(
            dependency ->
                dependency.getTargetClass().getPackageName().startsWith("com.google.protobuf"));
  }

  @Test
  void everyPackageBelongsToOneModule() {
    Set<String> homeless =
        PRODUCT.stream()
            .filter(type -> Module.of(type).isEmpty())
            .map(JavaClass::getPackageName)
            .collect(Collectors.toSet());
    assertThat(homeless).isEmpty();
    assertThat(PRODUCT)
        .allMatch(
            type ->
                Stream.of(Module.values()).filter(m -> m.owns(type.getPackageName())).count() == 1);
  }

  @Test
  void modulesKnowOnlyThoseBelow() {
    Rules.modulesKnowOnlyThoseBelow().check(PRODUCT);
  }

  @Test
  void librariesStayInTheirPackages() {
    Rules.librariesStayInTheirPackages().check(PRODUCT);
  }

  @ParameterizedTest
  @EnumSource
  void onlyAdaptersGoRoundThePorts(Port port) {
    Rules.onlyAdaptersGoRound(port).check(PRODUCT);
  }

  @Test
  void packagesAreFreeOfCycles() {
    Rules.packagesAreFreeOfCycles().check(PRODUCT);
  }

  @Test
  void noMethodIsSynchronized() {
    Rules.noMethodIsSynchronized().check(PRODUCT);
  }

  @Test
  void packagesAreNullMarked() {
    Rules.packagesAreNullMarked().check(PRODUCT);
  }

  @Test
  void namesAreNouns() {
    Rules.namesAreNouns().check(PRODUCT);
  }
}
