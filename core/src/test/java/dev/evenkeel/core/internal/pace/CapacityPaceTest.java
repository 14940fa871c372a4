package dev.evenkeel.core.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.testkit.gen.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In virtual time: no clock is read and no one waits. */
class CapacityPaceTest {
  private static final long SECOND = 1_000_000_000L;

  private record Spent(long atNanos, double units) {}

  @Test
  void waitNanos_nothingOwed_isNone() {
    assertThat(CapacityPace.perSecond(10).waitNanos(-7)).isZero();
  }

  @Test
  void waitNanos_requestAboveAllowance_isPaidForAfterwards() {
    CapacityPace pace = CapacityPace.perSecond(10);
    assertThat(pace.waitNanos(0)).isZero();
    pace.settle(pace.charge(25), 25);
    assertThat(pace.waitNanos(0)).isEqualTo(2 * SECOND + SECOND / 2);
    assertThat(pace.waitNanos(2 * SECOND)).isEqualTo(SECOND / 2);
    assertThat(pace.waitNanos(2 * SECOND + SECOND / 2)).isZero();
  }

  @Test
  void waitNanos_longPause_savesOneSecond() {
    CapacityPace pace = CapacityPace.perSecond(10);
    pace.waitNanos(0);
    assertThat(pace.waitNanos(1_000 * SECOND)).isZero();
    pace.charge(12);
    assertThat(pace.waitNanos(1_000 * SECOND)).isEqualTo(SECOND / 5);
  }

  @Test
  void settle_throttledRequest_givesTheChargeBack() {
    CapacityPace pace = CapacityPace.perSecond(10);
    pace.waitNanos(0);
    pace.settle(pace.charge(5), 0);
    assertThat(pace.waitNanos(0)).isZero();
  }

  @Test
  void charge_indexesDoubleTheCost_learnsIt() {
    CapacityPace pace = CapacityPace.perSecond(10);
    for (int i = 0; i < 50; i++) {
      pace.settle(pace.charge(5), 15);
    }
    assertThat(pace.charge(5).units()).isCloseTo(15, within(0.01));
  }

  @Test
  void waitNanos_timeRunsBackwards_countsItOnce() {
    CapacityPace pace = CapacityPace.perSecond(10);
    pace.waitNanos(0);
    pace.charge(10);
    assertThat(pace.waitNanos(SECOND / 2)).isEqualTo(SECOND / 2);
    assertThat(pace.waitNanos(0)).isEqualTo(SECOND / 2);
    assertThat(pace.waitNanos(SECOND)).isZero();
  }

  @Test
  void spending_anyCosts_staysWithinTheAllowance() {
    Property.check(
        200,
        gen -> {
          int perSecond = gen.between(1, 1_000);
          CapacityPace pace = CapacityPace.perSecond(perSecond);
          List<Spent> spent = new ArrayList<>();
          long now = gen.between(-1_000, 1_000);
          for (int i = 0; i < 100; i++) {
            now += pace.waitNanos(now);
            int estimate = gen.between(1, 50);
            int consumed = gen.chance(0.2) ? 0 : estimate * gen.between(1, 3);
            pace.settle(pace.charge(estimate), consumed);
            spent.add(new Spent(now, consumed));
            now += gen.chance(0.1) ? gen.between(0, 2_000_000_000) : 0;
          }
          assertWithin(spent, perSecond);
        });
  }

  /** All units but the last request's were allowed in the time from each request on. */
  private static void assertWithin(List<Spent> spent, double perSecond) {
    for (int from = 0; from < spent.size(); from++) {
      double units = 0;
      for (int to = from; to < spent.size(); to++) {
        double seconds = (spent.get(to).atNanos() - spent.get(from).atNanos()) / 1e9;
        assertThat(units).isLessThanOrEqualTo(perSecond * (seconds + 1) + 1e-6);
        units += spent.get(to).units();
      }
    }
  }

  @Test
  void waitNanos_unlimited_isNone() {
    CapacityPace pace = CapacityPace.unlimited();
    pace.charge(1e12);
    assertThat(pace.waitNanos(0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void perSecond_noPositiveNumber_isRefused(double units) {
    assertThatThrownBy(() -> CapacityPace.perSecond(units))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a positive number of units a second");
  }
}
