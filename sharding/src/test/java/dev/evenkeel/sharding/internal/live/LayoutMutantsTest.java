package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The model of {@link LayoutModelTest} can fail: it notices mistakes in the protocol. */
class LayoutMutantsTest {

  static List<Mutant> mutants() {
    return Stream.of(Mutants.all(), RestoredMutants.all(), MoveMutants.all(), ItemMutants.all())
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void mutants_sourcesAsTheyAre_canBeMade() {
    assertThat(mutants()).allSatisfy(mutant -> assertThat(mutant.source()).isNotEmpty());
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(strings = {"two coordinators", "moving", "both"})
  void model_protocolAsItIs_inAnotherClassLoader_isRight(String script) {
    assertThat(new Mutant("none", script, "LayoutChange", List.of()).found()).isEmpty();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("mutants")
  void model_protocolWithAMistake_isNoticed(Mutant mutant) {
    assertThat(mutant.found()).isNotEmpty();
  }
}
