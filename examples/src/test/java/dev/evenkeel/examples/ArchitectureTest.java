package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Evenkeel's production classes against the rules of the house. */
class ArchitectureTest {

  /** Ends of the arrows beside examples: nothing sees them, and examples does not. */
  private static final Set<String> UNSEEN = Set.of("benchmarks", "spring");

  static List<ArchRule> rules() {
    return ArchitectureRules.of(Production.HOUSE);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rule_overProduction_holds(ArchRule rule) {
    rule.check(Production.CLASSES);
  }

  @Test
  void classes_ofEveryModuleInThePom_areSeen() throws IOException {
    List<String> built =
        Production.modules().stream().filter(module -> !UNSEEN.contains(module)).toList();
    Set<String> seen =
        Production.CLASSES.stream().map(Production.HOUSE::module).collect(Collectors.toSet());

    assertThat(built)
        .as("modules of the root pom; one that is not seen is no dependency of examples")
        .isNotEmpty()
        .allMatch(seen::contains);
  }
}
