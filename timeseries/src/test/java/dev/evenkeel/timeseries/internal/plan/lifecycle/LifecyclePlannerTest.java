package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The day of a table: each test moves the clock and lists everything that is to be done then. */
class LifecyclePlannerTest extends PlannedTables {
  @Test
  void plan_nothingThere_buildsTheTableOfToday() {
    LifecyclePlan plan = at("2026-03-10T12:00:00Z");

    assertThat(plan.actions()).singleElement().isInstanceOf(Build.class);
    assertThat(plan.actions().get(0).tableName()).isEqualTo("readings_2026-03-10");
    assertThat(plan.notes()).isEmpty();
  }

  @Test
  void plan_anHourBeforeMidnight_buildsTomorrow() {
    serving("2026-03-10", 100, 600);

    assertThat(at("2026-03-10T22:59:59Z").actions()).isEmpty();
    assertThat(at("2026-03-10T23:00:00Z").actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Build.class, build -> assertThat(build.tableName()).isEqualTo("readings_2026-03-11"));
  }

  @Test
  void plan_builtAndActive_opensIt() {
    serving("2026-03-10", 100, 600);
    tables.put("2026-03-11", table("2026-03-11", 100, 600));
    ledger.put("2026-03-11", entry("2026-03-11", State.BUILDING, null));

    assertThat(at("2026-03-10T23:10:00Z").actions()).singleElement().isInstanceOf(Open.class);
  }

  @Test
  void plan_afterItWasDone_isNothing() {
    retired("2026-03-10", 50, 1);
    serving("2026-03-11", 100, 600);

    assertThat(at("2026-03-11T12:00:00Z").actions()).isEmpty();
    assertThat(at("2026-03-11T12:00:00Z")).hasToString("nothing to do\n");
  }

  /** Missed for a week: everything is caught up in one plan, the most urgent first. */
  @Test
  void plan_noRunForAWeek_catchesUp() {
    serving("2026-03-01", 100, 600);
    serving("2026-03-09", 100, 600);

    LifecyclePlan plan = at("2026-03-17T00:30:00Z");

    assertThat(plan.actions())
        .extracting(action -> action.getClass().getSimpleName() + " " + action.tableName())
        .containsExactly(
            "Build readings_2026-03-16",
            "Build readings_2026-03-17",
            "Retire readings_2026-03-01",
            "Retire readings_2026-03-09",
            "Resize readings_2026-03-01",
            "Resize readings_2026-03-09");
    assertThat(((Resize) plan.actions().get(4)).capacity()).isEqualTo(new Tier.Provisioned(5, 1));
  }

  @Test
  void plan_tablesOfOthers_areNotTouched() {
    ObservedTable foreign = table("2026-03-10", 1, 1);
    tables.put(
        "2026-03-10",
        new ObservedTable(
            foreign.name(),
            foreign.status(),
            foreign.id(),
            foreign.created(),
            foreign.units(),
            foreign.indexes(),
            foreign.indexNames(),
            true,
            foreign.tableClass(),
            false,
            Ownership.UNKNOWN));

    LifecyclePlan plan = at("2026-03-10T12:00:00Z");

    assertThat(plan.actions()).isEmpty();
    assertThat(plan.notes()).singleElement().asString().contains("in the way");
  }

  @Test
  void plan_namesThatOnlyBeginAlike_areNotSeen() {
    for (String name : List.of("readings_2026-02-30", "readings_2026-03", "readings_x")) {
      ObservedTable other = table("2026-03-02", 1, 1);
      tables.put(
          name,
          new ObservedTable(
              name,
              other.status(),
              other.id(),
              other.created(),
              other.units(),
              other.indexes(),
              other.indexNames(),
              true,
              other.tableClass(),
              false,
              Ownership.OURS));
    }
    serving("2026-04-10", 100, 600);

    assertThat(at("2026-04-10T12:00:00Z").actions()).isEmpty();
    assertThat(at("2026-04-10T12:00:00Z").notes()).isEmpty();
  }

  @Test
  void plan_whatWasSeenChanges_changesTheFingerprint() {
    serving("2026-03-10", 100, 600);
    String before = at("2026-03-10T12:00:00Z").fingerprint();

    assertThat(at("2026-03-10T12:30:00Z").fingerprint()).isEqualTo(before);
    serving("2026-03-10", 100, 599);
    assertThat(at("2026-03-10T12:30:00Z").fingerprint()).isNotEqualTo(before);
  }

  @Test
  void plan_onlyAdding_takesNothingAway() {
    limits = limits.adding();
    retired("2026-03-01", 100, 600);
    serving("2026-03-09", 1, 1);
    serving("2026-04-09", 100, 600);

    assertThat(at("2026-04-10T12:00:00Z").actions())
        .extracting(action -> action.getClass().getSimpleName() + " " + action.tableName())
        .containsExactly("Build readings_2026-04-10", "Resize readings_2026-03-09");
  }

  @Test
  void plan_couldNotLookAtToday_plansNothingForIt() {
    LifecyclePlan plan =
        LifecyclePlanner.plan(
            SPEC,
            Instant.parse("2026-03-10T12:00:00Z"),
            List.of(),
            Set.of("readings_2026-03-10"),
            List.of(),
            limits,
            scaled,
            List.of());

    assertThat(plan.actions()).isEmpty();
  }

  @Test
  void plan_deletedAndGone_isForgotten() {
    serving("2026-04-10", 100, 600);
    ledger.put("2026-03-01", entry("2026-03-01", State.DELETING, "id-2026-03-01"));
    ledger.put("2026-04-08", entry("2026-04-08", State.BUILDING, null));
    ledger.put("2026-04-09", entry("2026-04-09", State.BUILDING, null));
    ledger.put("2026-04-01", entry("2026-04-01", State.RETIRED, "id-2026-04-01"));

    LifecyclePlan plan = at("2026-04-10T12:00:00Z");

    assertThat(plan.actions())
        .extracting(action -> action.getClass().getSimpleName() + " " + action.tableName())
        .containsExactly("Forget readings_2026-03-01", "Forget readings_2026-04-08");
    assertThat(plan.notes()).singleElement().asString().contains("readings_2026-04-01", "is gone");
  }

  @Test
  void plan_hundredsOfPeriodsAtOnce_isRefused() {
    limits = limits.building(1);
    assertThat(at("2026-03-10T12:00:00Z").actions()).hasSize(1);
    assertThatThrownBy(() -> at("2026-03-10T23:30:00Z"))
        .matches(thrown -> LifecycleException.is(thrown, LifecycleException.Reason.TOO_MANY_TABLES))
        .hasMessageContaining("2 tables");
  }
}
