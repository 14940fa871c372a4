package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Which tables are deleted, and which stay. */
class PlannedDeletesTest extends PlannedTables {
  /** Rows of items that are still there stay, and do not use up the deletes of a run. */
  @Test
  void plan_ofTablesThatAreHeld_deletesOthers() {
    for (String day : List.of("2026-03-01", "2026-03-02", "2026-06-01")) {
      tables.put(day, table(day, 50, 1));
      ledger.put(day, entry(day, State.RETIRED, "id-" + day));
    }
    limits = limits.holding(Map.of("readings_2026-03-01", "other tables need it"));

    LifecyclePlan plan = at("2026-06-01T12:00:00Z");

    assertThat(plan.actions())
        .filteredOn(Delete.class::isInstance)
        .extracting(TableAction::tableName)
        .containsExactly("readings_2026-03-02");
    assertThat(plan.notes())
        .anyMatch(
            note ->
                note.contains(
                    "'readings_2026-03-01' is past its retention and stays: other tables need it"));
  }

  @Test
  void plan_pastRetention_deletesTheOldestButNotMoreThanOneARun() {
    retired("2026-03-01", 5, 1);
    retired("2026-03-02", 5, 1);
    serving("2026-04-10", 100, 600);

    LifecyclePlan plan = at("2026-04-10T12:00:00Z");

    assertThat(plan.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Delete.class,
            delete -> assertThat(delete.tableName()).isEqualTo("readings_2026-03-01"));
    assertThat(plan.notes()).singleElement().asString().contains("enough for one run");
  }

  @Test
  void plan_deletesSwitchedOff_keepsAndSaysSo() {
    limits = RunLimits.KEEPING;
    retired("2026-03-01", 5, 1);
    serving("2026-04-10", 100, 600);

    assertThat(at("2026-04-10T12:00:00Z").actions()).isEmpty();
    assertThat(at("2026-04-10T12:00:00Z").notes())
        .singleElement()
        .asString()
        .contains("this run deletes nothing");
  }

  @Test
  void plan_anotherTableOfTheSameName_isNeverDeleted() {
    retired("2026-03-01", 5, 1);
    ledger.put("2026-03-01", entry("2026-03-01", State.RETIRED, "another"));
    serving("2026-04-10", 100, 600);

    assertThat(at("2026-04-10T12:00:00Z").actions()).isEmpty();
    assertThat(at("2026-04-10T12:00:00Z").notes())
        .singleElement()
        .asString()
        .contains("not the table");
  }

  @Test
  void plan_theLastOne_isNeverDeleted() {
    retired("2026-03-01", 5, 1);

    assertThat(at("2026-04-10T12:00:00Z").actions())
        .extracting(action -> action.getClass().getSimpleName())
        .containsExactly("Build");
  }

  @Test
  void plan_oneIsBeingDeleted_theOtherIsTheLast() {
    retired("2026-03-01", 5, 1);
    ObservedTable gone = table("2026-03-02", 5, 1);
    tables.put(
        "2026-03-02",
        new ObservedTable(
            gone.name(),
            TableStatus.DELETING,
            gone.id(),
            gone.created(),
            gone.units(),
            gone.indexes(),
            gone.indexNames(),
            false,
            gone.tableClass(),
            false,
            Ownership.OURS));

    assertThat(at("2026-04-10T12:00:00Z").actions())
        .extracting(action -> action.getClass().getSimpleName())
        .containsExactly("Build");
  }
}
