package dev.evenkeel.simulator.internal.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.Test;

class DrawsTest {
  private static final int DRAWS = 200_000;

  private static long[] counts(KeyDistribution keys) {
    LongToIntFunction draw = AliasTable.of(keys);
    Draws draws = new Draws(8);
    long[] counts = new long[keys.keys()];
    for (long i = 0; i < DRAWS; i++) {
      counts[draw.applyAsInt(draws.at(i))]++;
    }
    return counts;
  }

  @Test
  void draw_ofZipf_isInProportionToTheWeights() {
    for (double exponent : new double[] {0, 0.8, 1.5}) {
      long[] counts = counts(KeyDistribution.zipf(50, exponent));
      double total = 0;
      for (int i = 0; i < 50; i++) {
        total += Math.pow(i + 1, -exponent);
      }
      for (int i = 0; i < 50; i++) {
        double expected = DRAWS * Math.pow(i + 1, -exponent) / total;
        assertThat((double) counts[i])
            .as("key %d of exponent %s", i, exponent)
            .isCloseTo(expected, within(5 * Math.sqrt(expected)));
      }
    }
  }

  @Test
  void draw_ofUniform_isEven() {
    for (long count : counts(KeyDistribution.uniform(7))) {
      assertThat((double) count).isCloseTo(DRAWS / 7.0, within(5 * Math.sqrt(DRAWS / 7.0)));
    }
  }
}
