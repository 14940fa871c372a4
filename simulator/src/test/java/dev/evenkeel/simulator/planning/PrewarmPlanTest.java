package dev.evenkeel.simulator.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.simulator.planning.PrewarmPlan.Step;
import dev.evenkeel.simulator.planning.PrewarmPlan.WarmIndex;
import dev.evenkeel.simulator.spec.Throughput;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrewarmPlanTest {
  private static final Throughput NEW = new Throughput(12_000, 4_000);

  @Test
  void of_rateAboveWhatIsWarm_raisesTableAndIndexesByTheDifference() {
    TableRate rate = new TableRate(5_000, 40_000, 1_500, false);

    PrewarmPlan plan =
        PrewarmPlan.of(
            rate, NEW, List.of(new WarmIndex("by-day", new Throughput(12_000, 11_000), 13_000)));

    assertThat(rate.units()).isEqualTo(new Throughput(20_000, 10_000));
    assertThat(plan.steps())
        .containsExactly(
            new Step(null, NEW, new Throughput(20_000, 10_000)),
            new Step("by-day", new Throughput(12_000, 11_000), new Throughput(13_000, 11_000)));
    assertThat(plan.cost(new UnitPrices(0.1, 1)))
        .isCloseTo(8_000 * 0.1 + 6_000 + 1_000 * 0.1, within(1e-6));
    assertThat(plan.isNeeded()).isTrue();
  }

  @Test
  void of_rateThatIsTakenAnyway_changesAndCostsNothing() {
    PrewarmPlan plan = PrewarmPlan.of(new TableRate(4_000, 12_000, 1_024, true), NEW, List.of());

    assertThat(plan.isNeeded()).isFalse();
    assertThat(plan.cost(UnitPrices.US_EAST)).isZero();
    assertThat(PrewarmPlan.of(new TableRate(4_001, 0, 1, false), NEW, List.of()).isNeeded())
        .isTrue();
  }

  @Test
  void isAboveQuota_atTheDefaultQuota_isNotYet() {
    Throughput quota = new Throughput(40_000, 40_000);

    assertThat(new Step(null, NEW, quota).isAboveQuota()).isFalse();
    assertThat(new Step(null, NEW, new Throughput(0, 40_001)).isAboveQuota()).isTrue();
  }

  @Test
  void rate_thatCannotBe_isRefusedByName() {
    assertThatThrownBy(() -> new TableRate(0, 0, 100, false))
        .hasMessageContaining("nothing is asked");
    assertThatThrownBy(() -> new TableRate(-1, 0, 100, false))
        .hasMessageContaining("writes a second");
    assertThatThrownBy(() -> new TableRate(1, 0, 409_601, false))
        .hasMessageContaining("an item's bytes");
    assertThatThrownBy(() -> new TableRate(100_000_000, 0, 409_600, false).units())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new UnitPrices(-1, 0)).hasMessageContaining("a read unit");
    assertThatThrownBy(() -> new UnitPrices(0, Double.NaN)).hasMessageContaining("a write unit");
  }
}
