package dev.evenkeel.testkit.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class PropertyTest {
  @Test
  void check_propertyHolds_runsEverySeedFromSmallToLarge() {
    List<String> sources = new ArrayList<>();
    Property.check(10, 3, gen -> sources.add(gen.toString()));

    assertThat(sources)
        .containsExactly("Gen.seeded(10L, 1)", "Gen.seeded(11L, 20)", "Gen.seeded(12L, 40)");
  }

  @Test
  void check_propertyFails_reportsSeedAndSmallestSize() {
    assertThatThrownBy(() -> Property.check(10, 3, gen -> assertThat(gen.size()).isLessThan(7)))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "Property failed for Gen.seeded(11L, 7), run 2."
                + " Repeat all runs with -Devenkeel.seed=10. Cause: ")
        .hasCauseInstanceOf(AssertionError.class);
  }

  @Test
  void check_failureThatSmallerSizesDoNotShow_reportsTheOriginal() {
    assertThatThrownBy(
            () ->
                Property.check(
                    10,
                    3,
                    gen -> {
                      if (gen.size() == 20) {
                        throw new IllegalStateException("broken");
                      }
                    }))
        .hasMessage(
            "Property failed for Gen.seeded(11L, 20), run 2."
                + " Repeat all runs with -Devenkeel.seed=10. Cause: broken");
  }

  @Test
  void check_assumptionFails_abortsTheTest() {
    assertThatThrownBy(
            () ->
                Property.check(
                    1,
                    1,
                    gen -> {
                      throw new TestAbortedException("not here");
                    }))
        .isInstanceOf(TestAbortedException.class);
  }
}
