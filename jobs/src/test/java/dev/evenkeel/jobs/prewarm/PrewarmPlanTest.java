package dev.evenkeel.jobs.prewarm;

import static dev.evenkeel.jobs.cost.SomePrices.ofUnits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.jobs.prewarm.PrewarmPlan.Step;
import dev.evenkeel.jobs.prewarm.PrewarmPlan.WarmIndex;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrewarmPlanTest {
  private static final Throughput NEW = new Throughput(12_000, 4_000);

  @Test
  void of_rateAboveWhatIsWarm_raisesTableAndIndexesByTheDifference() {
    TableRate rate = new TableRate(5_000, 40_000, 1_500, false);

    PrewarmPlan plan =
        PrewarmPlan.of(
            rate,
            NEW,
            List.of(new WarmIndex("by-day", new Throughput(12_000, 11_000), 13_000)),
            List.of());

    assertThat(rate.units()).isEqualTo(new Throughput(20_000, 10_000));
    assertThat(plan.steps())
        .containsExactly(
            new Step(null, null, NEW, new Throughput(20_000, 10_000)),
            new Step(
                null, "by-day", new Throughput(12_000, 11_000), new Throughput(13_000, 11_000)));
    assertThat(plan.cost(ofUnits(0.1, 1)))
        .isCloseTo(8_000 * 0.1 + 6_000 + 1_000 * 0.1, within(1e-6));
    assertThat(plan.isNeeded()).isTrue();
  }

  @Test
  void of_rateThatIsTakenAnyway_changesAndCostsNothing() {
    PrewarmPlan plan =
        PrewarmPlan.of(new TableRate(4_000, 12_000, 1_024, true), NEW, List.of(), List.of());

    assertThat(plan.isNeeded()).isFalse();
    assertThat(plan.cost(ofUnits(0.00013, 0.00065))).isZero();
    assertThat(
            PrewarmPlan.of(new TableRate(4_001, 0, 1, false), NEW, List.of(), List.of()).isNeeded())
        .isTrue();
  }

  @Test
  void isAboveQuota_atTheDefaultQuota_isNotYet() {
    Throughput quota = new Throughput(40_000, 40_000);

    assertThat(new Step(null, null, NEW, quota).isAboveQuota()).isFalse();
    assertThat(new Step(null, null, NEW, new Throughput(0, 40_001)).isAboveQuota()).isTrue();
  }

  /** A warmer replica is paid less; one without reported values counts as the table itself. */
  @Test
  void of_aGlobalTable_paysEachReplicaByWhatItHas() {
    Throughput warmer = new Throughput(12_000, 9_000);
    PrewarmPlan plan =
        PrewarmPlan.of(
            new TableRate(10_000, 0, 900, false),
            NEW,
            List.of(new WarmIndex("by-day", NEW, 0)),
            List.of(
                new WarmReplica("eu-west-1", warmer, Map.of("by-day", NEW)),
                new WarmReplica("us-west-2", NEW, Map.of())));
    Throughput target = new Throughput(12_000, 10_000);

    assertThat(plan.steps())
        .containsExactly(
            new Step(null, null, NEW, target),
            new Step(null, "by-day", NEW, target),
            new Step("eu-west-1", null, warmer, target),
            new Step("eu-west-1", "by-day", NEW, target),
            new Step("us-west-2", null, NEW, target),
            new Step("us-west-2", "by-day", NEW, target));
    assertThat(plan.cost(ofUnits(0, 1))).isEqualTo(5 * 6_000 + 1_000);
    assertThat(plan.asked()).containsExactlyElementsOf(plan.steps().subList(0, 2));
  }

  @Test
  void asked_whereOnlyAReplicaIsColder_isTheTableAllTheSame() {
    PrewarmPlan plan =
        PrewarmPlan.of(
            new TableRate(4_000, 0, 900, false),
            NEW,
            List.of(new WarmIndex("by-day", NEW, 0)),
            List.of(new WarmReplica("eu-west-1", new Throughput(12_000, 3_000), Map.of())));

    assertThat(plan.asked()).containsExactly(new Step(null, null, NEW, NEW));
    assertThat(plan.cost(ofUnits(0, 1))).isEqualTo(1_000);
  }

  /** Two partitions, and two they are by the throughput alone, which is no multiple of 1,000. */
  @Test
  void scaleTest_ofATableThatHasAsManyPartitionsAnyway_raisesNothing() {
    ScaleTestPlan plan = ScaleTestPlan.of(new Throughput(0, 1_500), 1_000);

    assertThat(plan.partitions()).isEqualTo(2);
    assertThat(plan.isNeeded()).isFalse();
    assertThat(plan.raised()).isEqualTo(plan.atScale());
  }

  @Test
  void rate_thatCannotBe_isRefusedByName() {
    assertThatThrownBy(() -> new TableRate(0, 0, 100, false))
        .hasMessageContaining("there is no rate");
    assertThatThrownBy(() -> new TableRate(-1, 0, 100, false))
        .hasMessageContaining("writes a second");
    assertThatThrownBy(() -> new TableRate(1, 0, 409_601, false))
        .hasMessageContaining("an item's bytes");
    assertThatThrownBy(() -> new TableRate(100_000_000, 0, 409_600, false).units())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
