package dev.evenkeel.simulator.internal.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0",
        "0.0334 | 0.03",
        "0.5 | 0.5",
        "3 | 3",
        "3.04 | 3",
        "9.96 | 10",
        "20000.4 | 20,000"
      })
  void count_ofARate_isAsPreciseAsItMatters(double value, String text) {
    assertThat(Numbers.count(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 %",
        "0.0001 | <0.1 %",
        "0.05 | 5.0 %",
        "0.9994 | 99.9 %",
        "0.9999 | >99.9 %",
        "1 | 100 %"
      })
  void percent_ofAPart_isAllOrNothingOnlyIfItIs(double part, String text) {
    assertThat(Numbers.percent(part)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0.00×",
        "0.001 | <0.01×",
        "0.25 | 0.25×",
        "1 | 1.0×",
        "20 | 20.0×",
        "152.4 | 152×"
      })
  void times_ofAUse_isShort(double use, String text) {
    assertThat(Numbers.times(use)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 s",
        "90 | 90 s",
        "900 | 15 min",
        "9000 | 150 min",
        "12600 | 3.5 h",
        "864000 | 10 d"
      })
  void time_ofSeconds_isInAFittingUnit(long seconds, String text) {
    assertThat(Numbers.time(seconds)).isEqualTo(text);
  }

  /** An axis reaches any amount, in few and round steps. */
  @Test
  void axis_ofAmounts_endsAtARoundNumberAbove() {
    for (double most = 1e-4; most < 1e8; most *= 1.37) {
      Axis axis = Axis.ofAmounts(most, 4);
      assertThat(axis.end()).isBetween(most * (1 - 1e-6), 2 * most);
      assertThat(axis.ticks()).hasSizeBetween(3, 5);
      assertThat(axis.ticks().stream().map(Numbers::tick)).doesNotHaveDuplicates();
    }
    for (long seconds = 1; seconds < 3_000_000_000L; seconds = seconds * 3 / 2 + 1) {
      assertThat(Axis.ofSeconds((double) seconds, 6).ticks()).hasSizeBetween(2, 7);
    }
  }
}
