package dev.evenkeel.examples;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules over a small tree that breaks each: every break is reported, and nothing else. */
class ArchitectureRulesTest {

  private static final PackageTree PROBES = new PackageTree("dev.evenkeel.examples.probes");
  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPackages(PROBES.base()).that(not(simpleName("package-info")));

  /** The first class, and its member if there is one, that a violation names. */
  private static final Pattern OFFENDER =
      Pattern.compile(
          Pattern.quote("<" + PROBES.base()) + "\\.([a-z0-9.]*)(\\w+)(?:\\.([\\w<]+))?");

  static List<ArchRule> rules() {
    return ArchitectureRules.of(PROBES);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rule_overTheProbes_isBroken(ArchRule rule) {
    assertThat(rule.evaluate(CLASSES).hasViolation()).isTrue();
  }

  @Test
  void betweenModules_againstTheArrows_isReported() {
    assertThat(offenders(Arrows.betweenModules(PROBES)))
        .containsExactly(
            "attic.InUnknownModule",
            "core.SeesExamples",
            "core.SeesFeature",
            "sharding.SeesOtherFeature",
            "sharding.SeesTestkit",
            "testkit.SeesCore");
  }

  @Test
  void betweenRooms_toTheRight_isReported() {
    assertThat(offenders(Arrows.betweenRooms(PROBES)))
        .containsExactly(
            "sharding.internal.plan.PlanSeesShell",
            "sharding.internal.shell.ShellSeesRoot",
            "sharding.loft.InNoRoom",
            "sharding.planning.PlanningSeesPlan",
            "sharding.spec.SpecSeesPlan");
  }

  @Test
  void intoInternals_ofAnotherModule_isReported() {
    assertThat(offenders(Arrows.intoInternals(PROBES))).containsExactly("simulator.SeesInternals");
  }

  @Test
  void intoOptionalLibraries_outsideTheirOwnPackage_isReported() {
    assertThat(offenders(Arrows.intoOptionalLibraries(PROBES)))
        .containsExactly(
            "chunking.spec.SeesCodecLibraries",
            "chunking.spec.internal.codec.air.SeesZstd",
            "chunking.spec.internal.codec.lz4.SeesAir",
            "chunking.spec.internal.codec.zstd.SeesLz4",
            "core.SeesEnhancedClient",
            "core.SeesMicrometer",
            "simulator.SeesJUnit");
  }

  /** Each library of a codec, not just one of them. */
  @Test
  void intoOptionalLibraries_ofCodecs_areReportedOneByOne() {
    assertThat(
            Arrows.intoOptionalLibraries(PROBES).evaluate(CLASSES).getFailureReport().getDetails())
        .filteredOn(line -> line.contains("SeesCodecLibraries"))
        .hasSize(3);
  }

  @Test
  void withoutCycles_twoPackagesThatSeeEachOther_areReported() {
    assertThat(Arrows.withoutCycles(PROBES).evaluate(CLASSES).getFailureReport().toString())
        .contains("Cycle detected: Slice core.circle -> \n", "Slice core.circle.back -> \n");
  }

  @Test
  void ofPlans_everyMethodOfTheImpurePlan_isReported() {
    JavaClass impure = CLASSES.get(PROBES.base() + ".sharding.internal.plan.ImpurePlan");
    Set<String> methods =
        impure.getMethods().stream().map(JavaMember::getName).collect(Collectors.toSet());

    assertThat(offendingMembers(Purity.ofPlans(PROBES))).isEqualTo(methods);
  }

  @Test
  void ofPlans_impurityInPlansAndPlanners_isReported() {
    assertThat(offenders(Purity.ofPlans(PROBES)))
        .containsExactly("sharding.internal.plan.ImpurePlan", "sharding.planning.ImpurePlanner");
  }

  @Test
  void publicTypesAreClosed_aClassOpenByAccident_isReported() {
    assertThat(offenders(Shape.publicTypesAreClosed())).containsExactly("core.shape.Open");
  }

  @Test
  void packagesAreNullMarked_aPackageThatIsNot_isReported() {
    assertThat(offenders(Shape.packagesAreNullMarked())).containsExactly("core.unmarked.Unmarked");
  }

  @Test
  void optionalsAreNoFields_allButPrimitiveOnesInside_areReported() {
    assertThat(offendingMembers(Shape.optionalsAreNoFields(PROBES)))
        .containsExactlyInAnyOrder("text", "number", "refused");
  }

  @Test
  void optionalsAreNoParameters_ofMethodsAndConstructors_areReported() {
    assertThat(offenders(Shape.optionalsAreNoParameters(PROBES)))
        .containsExactly("core.shape.TakesOptionals", "sharding.internal.shell.HoldsOptionals");
    assertThat(offendingMembers(Shape.optionalsAreNoParameters(PROBES)))
        .containsExactlyInAnyOrder("<init", "takes");
  }

  private static Set<String> offenders(ArchRule rule) {
    return found(rule, match -> match.group(1) + match.group(2));
  }

  private static Set<String> offendingMembers(ArchRule rule) {
    return found(rule, match -> match.group(3));
  }

  private static Set<String> found(ArchRule rule, Function<MatchResult, String> part) {
    Set<String> found = new TreeSet<>();
    for (String line : rule.evaluate(CLASSES).getFailureReport().getDetails()) {
      Matcher match = OFFENDER.matcher(line);
      assertThat(match.find()).as(line).isTrue();
      found.add(part.apply(match));
    }
    return found;
  }
}
