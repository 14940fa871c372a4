package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScaledTables;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When the capacity of a table is raised or lowered, and when it is left alone. */
class PlannedCapacityTest extends PlannedTables {
  @Test
  void plan_aLiveTableHasMoreThanItsTemplate_isLoweredWhenItsTimeIsOver() {
    serving("2026-03-10", 4_000, 9_000);

    assertThat(at("2026-03-10T12:00:00Z").actions()).isEmpty();
    assertThat(at("2026-03-10T12:00:00Z").notes()).isEmpty();
    assertThat(resized(at("2026-03-11T01:00:00Z"))).isEqualTo(new Provisioned(50, 1));
  }

  @Test
  void plan_aLiveTableHasLessOfOne_isRaisedAndKeepsTheOther() {
    serving("2026-03-10", 20, 9_000);

    assertThat(resized(at("2026-03-10T12:00:00Z"))).isEqualTo(new Provisioned(100, 9_000));
  }

  @Test
  void plan_somebodyElseScalesATable_isLeftAloneAndSaidWhenItsTimeIsOver() {
    scaled = new ScaledTables(Set.of("readings_2026-03-10"), true);
    serving("2026-03-10", 20, 9_000);

    assertThat(at("2026-03-10T12:00:00Z").actions()).isEmpty();
    assertThat(at("2026-03-10T12:00:00Z").notes()).isEmpty();
    LifecyclePlan over = at("2026-03-11T01:00:00Z");
    assertThat(over.actions()).noneMatch(Resize.class::isInstance);
    assertThat(over.notes()).singleElement().asString().contains("deregister them");
  }

  @Test
  void plan_nobodyKnowsWhoScales_raisesAndLowersNothing() {
    scaled = ScaledTables.UNKNOWN;
    serving("2026-03-10", 20, 9_000);

    assertThat(resized(at("2026-03-10T12:00:00Z"))).isEqualTo(new Provisioned(100, 9_000));
    assertThat(at("2026-03-11T01:00:00Z").actions()).noneMatch(Resize.class::isInstance);
  }

  private static Capacity resized(LifecyclePlan plan) {
    return plan.actions().stream()
        .filter(Resize.class::isInstance)
        .map(action -> ((Resize) action).capacity())
        .findFirst()
        .orElseThrow();
  }

  /** Late items still come for an hour: lowering at midnight would throttle them. */
  @Test
  void plan_theDayIsOver_lowersOnlyWhenNoItemMayCome() {
    serving("2026-03-10", 100, 600);
    serving("2026-03-11", 100, 600);

    assertThat(at("2026-03-11T00:59:59Z").actions()).isEmpty();
    LifecyclePlan plan = at("2026-03-11T01:00:00Z");
    assertThat(plan.actions()).hasSize(2);
    assertThat(plan.actions().get(0)).isInstanceOf(Retire.class);
    assertThat(plan.actions().get(1))
        .isInstanceOfSatisfying(
            Resize.class,
            resize -> {
              assertThat(resize.tableName()).isEqualTo("readings_2026-03-10");
              assertThat(resize.capacity()).isEqualTo(new Tier.Provisioned(50, 1));
            });
  }

  @Test
  void plan_loweredWithinTheHour_waits() {
    serving("2026-03-10", 100, 600);
    tables.computeIfPresent(
        "2026-03-10",
        (day, table) ->
            new ObservedTable(
                table.name(),
                table.status(),
                table.id(),
                table.created(),
                new ObservedUnits(100, 600, 1, Instant.parse("2026-03-11T00:30:00Z")),
                Map.of(),
                Set.of(),
                true,
                table.tableClass(),
                false,
                Ownership.OURS));
    serving("2026-03-11", 100, 600);

    LifecyclePlan plan = at("2026-03-11T01:00:00Z");
    assertThat(plan.actions()).singleElement().isInstanceOf(Retire.class);
    assertThat(plan.notes()).singleElement().asString().contains("from 2026-03-11T01:30:00Z on");
    assertThat(at("2026-03-11T01:30:00Z").actions()).hasSize(2);
  }
}
