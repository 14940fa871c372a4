package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.sharding.planning.BulkLoadPlanner.BulkLoadPlan;
import dev.evenkeel.testkit.gen.Property;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Cases beyond the worked examples of BestPracticesForTablesTest. */
class BulkLoadPlannerTest {

  @Test
  void writeUnits_itemOverAKb_countWholeKb() {
    assertThat(BulkLoadPlanner.of(10, 1_025).writeUnits()).isEqualTo(CapacityUnits.of(20));
  }

  @Test
  void storedBytes_items_have100BytesMoreEach() {
    assertThat(BulkLoadPlanner.of(20_000_000, 1_000).storedBytes()).isEqualTo(22_000_000_000L);
  }

  @Test
  void within_anyDuration_finishesInItAndNoSlowerPaceDoes() {
    Property.check(
        200,
        gen -> {
          BulkLoadPlanner load =
              BulkLoadPlanner.of(1 + gen.between(0, 100_000_000), 1 + gen.between(0, 5_000));
          Duration duration = Duration.ofSeconds(1 + gen.between(0, 100_000));
          BulkLoadPlan plan = load.within(duration);
          assertThat(plan.duration()).isLessThanOrEqualTo(duration);
          long slower = plan.writeUnitsPerSecond() - 1;
          assertThat(slower * duration.toSeconds()).isLessThan(load.writeUnits().halves() / 2);
        });
  }

  @Test
  void fitsNewOnDemandTable_upTo4000Units_isTrue() {
    BulkLoadPlanner load = BulkLoadPlanner.of(1_000_000, 1_000);
    assertThat(load.at(4_000).fitsNewOnDemandTable()).isTrue();
    assertThat(load.at(4_001).fitsNewOnDemandTable()).isFalse();
  }

  @Test
  void of_valuesOutOfRange_isRefusedListingAll() {
    assertThatThrownBy(() -> BulkLoadPlanner.of(0, 409_601))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "BulkLoadPlanner: items must be 1..10000000000000 but was 0; itemBytes must be"
                + " 1..409600 but was 409601");
    BulkLoadPlanner load = BulkLoadPlanner.of(10_000_000_000_000L, 409_600);
    assertThatThrownBy(() -> load.at(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> load.within(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> load.within(Duration.ofSeconds(1)))
        .hasMessageContaining("write units must be 0..1000000000");
  }

  @Test
  void within_anyLengthOfTime_isTheSlowestPace() {
    assertThat(
            BulkLoadPlanner.of(1_000, 100)
                .within(Duration.ofSeconds(Long.MAX_VALUE))
                .writeUnitsPerSecond())
        .isEqualTo(1);
  }
}
