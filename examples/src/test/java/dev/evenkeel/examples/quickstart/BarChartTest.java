package dev.evenkeel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BarChartTest {
  @Test
  void of_numbers_areDrawnToScale() {
    assertThat(BarChart.of(new TreeMap<>(Map.of("a", 96, "bb", 48, "c", 1, "d", 0)), 9))
        .containsExactly("a  96 " + "#".repeat(48), "bb 48 " + "#".repeat(24), "c   1 #", "d   0 ");
  }

  @Test
  void of_moreThanFit_saysHowManyAreLeftOut() {
    assertThat(BarChart.of(new TreeMap<>(Map.of("a", 1, "b", 1, "c", 1)), 1))
        .hasSize(2)
        .last()
        .isEqualTo("and 2 more");
  }
}
