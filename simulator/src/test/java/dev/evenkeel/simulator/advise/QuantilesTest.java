package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.simulator.advise.Advice.Distribution;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class QuantilesTest {
  private static Quantiles of(double[] numbers) {
    Quantiles quantiles = new Quantiles();
    for (double number : numbers) {
      quantiles.add(number);
    }
    return quantiles;
  }

  @Test
  void distribution_ofNone_isNone() {
    assertThat(new Quantiles().distribution()).isEqualTo(Distribution.NONE);
  }

  @Test
  void distribution_ofSomeThousandNumbers_isExact() {
    double[] numbers = IntStream.rangeClosed(1, 4_000).mapToDouble(i -> i * 37.0).toArray();

    assertThat(of(numbers).distribution())
        .isEqualTo(new Distribution(4_000, 37, 2_000 * 37, 3_960 * 37, 4_000 * 37));
  }

  @Test
  void distribution_ofManyNumbers_isNearAndTheSameInAnyOrder() {
    double[] numbers = new Random(5).doubles(200_000, 1, 400_000).toArray();
    double[] backwards =
        IntStream.range(0, numbers.length)
            .mapToDouble(i -> numbers[numbers.length - 1 - i])
            .toArray();
    Distribution seen = of(numbers).distribution();

    assertThat(of(backwards).distribution()).isEqualTo(seen);
    assertThat(seen.median()).isCloseTo(200_000, within(2_500.0));
    assertThat(seen.p99()).isCloseTo(396_000, within(4_000.0));
  }

  @Tag("deep")
  @Test
  void at_ofNumbersInANarrowRange_hasItsDigits() {
    double[] numbers = IntStream.range(0, 100_000).mapToDouble(i -> 10_000_000 + i).toArray();

    assertThat(of(numbers).at(0.25)).isCloseTo(10_025_000, within(50.0));
  }
}
