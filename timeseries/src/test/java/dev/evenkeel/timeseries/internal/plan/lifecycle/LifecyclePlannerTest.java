package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.ScaledTables;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The day of a table: each test moves the clock and lists everything that is to be done then. */
class LifecyclePlannerTest {
  private static final TimeSeriesSpec SPEC =
      TimeSeriesSpec.builder("readings")
          .time(ItemTime.iso("at"))
          .period(Period.DAY)
          .template(
              TableTemplate.of(
                  CreateTableRequest.builder()
                      .keySchema(
                          KeySchemaElement.builder()
                              .attributeName("sensor")
                              .keyType(KeyType.HASH)
                              .build(),
                          KeySchemaElement.builder()
                              .attributeName("at")
                              .keyType(KeyType.RANGE)
                              .build())
                      .attributeDefinitions(
                          AttributeDefinition.builder()
                              .attributeName("sensor")
                              .attributeType("S")
                              .build(),
                          AttributeDefinition.builder()
                              .attributeName("at")
                              .attributeType("S")
                              .build())
                      .provisionedThroughput(
                          units -> units.readCapacityUnits(100L).writeCapacityUnits(600L))
                      .build()))
          .since(Instant.parse("2026-03-01T00:00:00Z"))
          .tiers(Tier.cooled().provisioned(50, 1), Tier.after(Duration.ofDays(7)).provisioned(5, 1))
          .retention(Retention.deleteAfter(Duration.ofDays(30)).deleteWithoutArchive())
          .build();

  private final Map<String, ObservedTable> tables = new TreeMap<>();
  private final Map<String, LedgerEntry> ledger = new TreeMap<>();
  private RunLimits limits = RunLimits.KEEPING.deleting(1);
  private ScaledTables scaled = ScaledTables.NONE;

  private LifecyclePlan at(String time) {
    return LifecyclePlanner.plan(
        SPEC,
        Instant.parse(time),
        tables.values(),
        Set.of(),
        ledger.values(),
        limits,
        scaled,
        List.of());
  }

  private ObservedTable table(String day, long read, long write) {
    return new ObservedTable(
        "readings_" + day,
        TableStatus.ACTIVE,
        "id-" + day,
        Instant.parse(day + "T00:00:00Z"),
        new ObservedUnits(read, write, 0, null),
        Map.of(),
        Set.of(),
        true,
        TableClass.STANDARD,
        false,
        Ownership.OURS);
  }

  private static LedgerEntry entry(String day, State state, @Nullable String id) {
    Instant start = Instant.parse(day + "T00:00:00Z");
    return new LedgerEntry(
        "readings_" + day,
        Period.DAY.containing(start),
        state,
        id,
        start,
        state != State.BUILDING,
        false,
        false,
        Set.of(),
        1);
  }

  private void serving(String day, long read, long write) {
    tables.put(day, table(day, read, write));
    ledger.put(day, entry(day, State.SERVING, "id-" + day));
  }

  private void retired(String day, long read, long write) {
    serving(day, read, write);
    ledger.computeIfPresent(day, (name, entry) -> entry.in(State.RETIRED));
  }

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
  void plan_nothingThere_buildsTheTableOfToday() {
    LifecyclePlan plan = at("2026-03-10T12:00:00Z");

    assertThat(plan.actions()).singleElement().isInstanceOf(Build.class);
    assertThat(plan.actions().get(0).tableName()).isEqualTo("readings_2026-03-10");
    assertThat(plan.notes()).isEmpty();
  }

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
        .contains("switched off");
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
