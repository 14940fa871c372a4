package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.control.ControlLimits;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.EngineCapability;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;

/** What goes wrong with table operations, and what a run makes of it. */
class FaultsTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T22:30:00Z");
  private static final String TODAY = "readings_2026-03-10";
  private static final String TOMORROW = "readings_2026-03-11";

  private static World world(Actor.Kind kind) {
    return new World(kind, START);
  }

  private static World world(UnaryOperator<ControlPlaneSimulator.Builder> settings) {
    return new World(Actor.Kind.SYNC, START, EnumSet.allOf(EngineCapability.class), settings);
  }

  @ParameterizedTest
  @EnumSource
  void run_throttledOften_goesOnInTheSameRun(Actor.Kind kind) {
    World world = world(kind);
    Actor actor = world.begun(SPEC);
    world.aws.inject(ControlFault.throttled().into("CreateTable", "UpdateTimeToLive").first(2));

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(world.aws.checker().refusals("ThrottlingException")).hasSize(2);
    assertThat(world.ledger()).singleElement().asString().contains("SERVING announced true");
  }

  @ParameterizedTest
  @EnumSource
  void run_answerOfCreateTableLost_findsItsOwnTable(Actor.Kind kind) {
    World world = world(kind);
    Actor actor = world.begun(SPEC);
    world.aws.inject(ControlFault.answerLost().into("CreateTable").first(1));

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(world.changes())
        .startsWith("CreateTable " + TODAY + " ANSWER_LOST", "CreateTable " + TODAY + " REFUSED");
  }

  @Test
  void run_creationTakesFiveMinutes_isWaitedFor() {
    World world = world(Actor.Kind.SYNC);
    Actor actor = world.begun(SPEC);
    world.aws.inject(ControlFault.slow(Duration.ofMinutes(5)));

    assertThat(World.ran(actor).isComplete()).isTrue();
  }

  @Test
  void run_creationStuck_isLeftToTheNextRunAndKeepsNoOtherWaiting() {
    World world = world(Actor.Kind.SYNC);
    Actor actor = world.begun(SPEC);
    world.at("2026-03-10T23:10:00Z");
    world.aws.inject(ControlFault.stuck().into("CreateTable").onTables(TODAY::equals));

    LifecycleReport report = World.ran(actor);

    assertThat(report.actions(Result.LATER)).singleElement().isInstanceOf(Build.class);
    assertThat(report.actions(Result.DONE)).singleElement().isInstanceOf(Build.class);
    assertThat(world.told).containsExactly("active " + TOMORROW);
    assertThat(world.aws.now())
        .isBetween(Instant.parse("2026-03-10T23:20:00Z"), Instant.parse("2026-03-10T23:21:00Z"));
    world.aws.release(TODAY);
    assertThat(World.ran(actor).isComplete()).isTrue();
    assertThat(world.told).contains("active " + TODAY);
  }

  @Test
  void run_tableStuckUpdating_isNotedAndOthersGoOn() {
    World world = world(Actor.Kind.SYNC);
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.at("2026-03-10T23:00:00Z");
    World.ran(actor);
    world.aws.inject(ControlFault.stuck().into("UpdateTable").onTables(TODAY::equals));
    world.at("2026-03-11T01:30:00Z");
    World.ran(actor);
    world.changes();
    world.at("2026-03-11T23:00:00Z");

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).isTrue();
    assertThat(report.notes()).singleElement().asString().contains(TODAY, "UPDATING");
    assertThat(world.changes()).contains("CreateTable readings_2026-03-12");
  }

  @Test
  void run_describesAnHourLate_isFinishedWhenTheyTell() {
    World world = world(Actor.Kind.SYNC);
    Actor actor = world.begun(SPEC);
    world.aws.advance(Duration.ofHours(1));
    world.aws.inject(ControlFault.lagging(Duration.ofHours(1)));

    assertThat(World.ran(actor).actions(Result.LATER)).isNotEmpty();
    world.aws.advance(Duration.ofHours(1));
    assertThat(World.ran(actor).isComplete()).isTrue();
    assertThat(world.aws.checker().deletions()).isEmpty();
    assertThat(world.ledger()).allMatch(entry -> entry.contains("SERVING announced true"));
  }

  @Test
  void run_oneTableAtATime_waitsForItsTurn() {
    World world = world(builder -> builder.limits(ControlLimits.aws().busyTablesMax(1, 1)));
    Actor actor = world.begun(SPEC);
    world.at("2026-03-10T23:00:00Z");

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(world.aws.checker().refusals("LimitExceededException")).isNotEmpty();
    assertThat(world.told).containsExactly("active " + TODAY, "active " + TOMORROW);
  }

  @Test
  void run_noRoomForATable_failsAndSaysWhatToDo() {
    World world = world(builder -> builder.limits(ControlLimits.aws().tablesMax(1)));
    Actor actor = world.begun(SPEC);

    LifecycleReport report = World.ran(actor);

    assertThat(report.hasFailed()).isTrue();
    assertThat(report.outcomes())
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.result()).isEqualTo(Result.FAILED))
        .satisfies(
            outcome ->
                assertThat(outcome.detail()).contains("limit of 1 tables", "Service Quotas"));
  }

  /** The same error code, and the quota is of units. */
  @Test
  void run_noRoomForUnits_fails() {
    World world = world(builder -> builder.limits(ControlLimits.aws().unitsMax(40_000, 500)));
    Actor actor = world.begun(SPEC);

    LifecycleReport report = World.ran(actor);

    assertThat(report.actions(Result.FAILED)).singleElement().isInstanceOf(Build.class);
    assertThat(report.prebuilt().overdue()).containsExactly(TODAY);
  }

  /** That a table may not be lowered again yet is no reason why there is no room for others. */
  @Test
  void run_noRoomForATableWhileALowerIsRationed_fails() {
    World world = world(builder -> builder.limits(ControlLimits.aws().tablesMax(2)));
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.at("2026-03-11T01:30:00Z");
    world.watch =
        call -> {
          if (call.operation().equals("UpdateTable")) {
            throw LimitExceededException.builder().message("so many decreases an hour").build();
          }
        };

    LifecycleReport report = World.ran(actor);

    assertThat(report.actions(Result.LATER))
        .as("%s", report)
        .singleElement()
        .isInstanceOf(Resize.class);
    assertThat(report.actions(Result.FAILED)).singleElement().isInstanceOf(Build.class);
  }

  /** Another's tables are being built; when they are, ours is. */
  @Test
  void run_anotherBuildsMeanwhile_waitsForItsTurnAndIsDone() {
    World world = world(builder -> builder.limits(ControlLimits.aws().busyTablesMax(1, 1)));
    Actor actor = world.begun(SPEC);
    world.aws.inject(
        ControlFault.slow(Duration.ofMinutes(2)).into("CreateTable").onTables("others"::equals));
    world.aws.client().createTable(plain("others"));

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(world.aws.checker().refusals("LimitExceededException")).isNotEmpty();
  }

  @Test
  void run_afterAWeekWithoutRuns_catchesUp() {
    World world = world(Actor.Kind.SYNC);
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.at("2026-03-17T12:00:00Z");

    LifecycleReport report = World.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    world.aws.advance(Duration.ofHours(1));
    assertThat(World.ran(actor).isComplete()).isTrue();
    assertThat(world.changes())
        .contains("CreateTable readings_2026-03-17")
        .contains("DeleteTable " + TODAY)
        .doesNotContain("CreateTable readings_2026-03-12");
    assertThat(world.aws.client().listTables().tableNames()).contains("readings_2026-03-17");
  }

  @Test
  void run_manyTablesOfOthers_findsItsOwnBehindThem() {
    World world = world(Actor.Kind.SYNC);
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    for (int i = 0; i < 250; i++) {
      world.aws.adopt(plain("readings_%03d".formatted(i)));
      world.aws.adopt(plain("a%03d".formatted(i)));
    }
    world
        .aws
        .client()
        .updateTable(r -> r.tableName(World.CONTROL).deletionProtectionEnabled(false));
    world.aws.advance(Duration.ofMinutes(5));
    world.aws.client().deleteTable(r -> r.tableName(World.CONTROL));
    world.aws.advance(Duration.ofMinutes(5));
    actor.createControlTable();
    world.changes();

    assertThat(World.ran(actor).isComplete()).isTrue();
    assertThat(world.changes()).containsExactly("active " + TODAY);
    assertThat(world.aws.log().callCounts().get("ListTables")).isGreaterThanOrEqualTo(3);
  }

  @Test
  void run_loweredByHandWithinTheHour_waitsForTheNext() {
    World world = world(Actor.Kind.SYNC);
    Actor actor = world.begun(SPEC);
    World.ran(actor);
    world.at("2026-03-10T23:00:00Z");
    World.ran(actor);
    world.at("2026-03-11T00:30:00Z");
    world
        .aws
        .client()
        .updateTable(
            r ->
                r.tableName(TODAY)
                    .provisionedThroughput(u -> u.readCapacityUnits(99L).writeCapacityUnits(599L)));
    world.at("2026-03-11T01:00:00Z");
    World.ran(actor);
    assertThat(world.changes()).filteredOn(change -> change.startsWith("UpdateTable ")).hasSize(1);

    world.at("2026-03-11T01:31:00Z");
    LifecycleReport report = World.ran(actor);

    assertThat(report.actions(Result.DONE)).singleElement().isInstanceOf(Resize.class);
    assertThat(world.aws.checker().decreaseLimitRefusals()).isEmpty();
  }

  static CreateTableRequest plain(String name) {
    return CreateTableRequest.builder()
        .tableName(name)
        .keySchema(Series.key("id", KeyType.HASH))
        .attributeDefinitions(Series.text("id"))
        .billingMode("PAY_PER_REQUEST")
        .build();
  }
}
