package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.control.ControlLimits;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.EngineCapability;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
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

/** Failures of table operations, and the reactions of a run. */
class FaultsTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T22:30:00Z");
  private static final String TODAY = "readings_2026-03-10";
  private static final String TOMORROW = "readings_2026-03-11";

  private static LifecycleFixture fixture(Kind kind) {
    return new LifecycleFixture(kind, START);
  }

  private static LifecycleFixture fixture(UnaryOperator<ControlPlaneSimulator.Builder> settings) {
    return new LifecycleFixture(Kind.SYNC, START, EnumSet.allOf(EngineCapability.class), settings);
  }

  @ParameterizedTest
  @EnumSource
  void run_throttledOften_goesOnInTheSameRun(Kind kind) {
    LifecycleFixture fixture = fixture(kind);
    Actor actor = fixture.begun(SPEC);
    fixture.aws.inject(ControlFault.throttled().into("CreateTable", "UpdateTimeToLive").first(2));

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(fixture.aws.checker().refusals("ThrottlingException")).hasSize(2);
    assertThat(fixture.ledger()).singleElement().asString().contains("SERVING announced true");
  }

  @ParameterizedTest
  @EnumSource
  void run_answerOfCreateTableLost_findsItsOwnTable(Kind kind) {
    LifecycleFixture fixture = fixture(kind);
    Actor actor = fixture.begun(SPEC);
    fixture.aws.inject(ControlFault.answerLost().into("CreateTable").first(1));

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(fixture.changes())
        .startsWith("CreateTable " + TODAY + " ANSWER_LOST", "CreateTable " + TODAY + " REFUSED");
  }

  @Test
  void run_creationTakesFiveMinutes_isWaitedFor() {
    LifecycleFixture fixture = fixture(Kind.SYNC);
    Actor actor = fixture.begun(SPEC);
    fixture.aws.inject(ControlFault.slow(Duration.ofMinutes(5)));

    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
  }

  @Test
  void run_creationStuck_isLeftToTheNextRunAndKeepsNoOtherWaiting() {
    LifecycleFixture fixture = fixture(Kind.SYNC);
    Actor actor = fixture.begun(SPEC);
    fixture.at("2026-03-10T23:10:00Z");
    fixture.aws.inject(ControlFault.stuck().into("CreateTable").onTables(TODAY::equals));

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.LATER)).singleElement().isInstanceOf(Build.class);
    assertThat(report.actions(Result.DONE)).singleElement().isInstanceOf(Build.class);
    assertThat(fixture.notified).containsExactly("active " + TOMORROW);
    assertThat(fixture.aws.now())
        .isBetween(Instant.parse("2026-03-10T23:20:00Z"), Instant.parse("2026-03-10T23:21:00Z"));
    fixture.aws.release(TODAY);
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    assertThat(fixture.notified).contains("active " + TODAY);
  }

  @Test
  void run_tableStuckUpdating_isNotedAndOthersGoOn() {
    LifecycleFixture fixture = fixture(Kind.SYNC);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.at("2026-03-10T23:00:00Z");
    LifecycleFixture.ran(actor);
    fixture.aws.inject(ControlFault.stuck().into("UpdateTable").onTables(TODAY::equals));
    fixture.at("2026-03-11T01:30:00Z");
    LifecycleFixture.ran(actor);
    fixture.changes();
    fixture.at("2026-03-11T23:00:00Z");

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).isTrue();
    assertThat(report.notes()).singleElement().asString().contains(TODAY, "UPDATING");
    assertThat(fixture.changes()).contains("CreateTable readings_2026-03-12");
  }

  @Test
  void run_describesAnHourLate_isFinishedWhenTheyTell() {
    LifecycleFixture fixture = fixture(Kind.SYNC);
    Actor actor = fixture.begun(SPEC);
    fixture.aws.advance(Duration.ofHours(1));
    fixture.aws.inject(ControlFault.lagging(Duration.ofHours(1)));

    assertThat(LifecycleFixture.ran(actor).actions(Result.LATER)).isNotEmpty();
    fixture.aws.advance(Duration.ofHours(1));
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    assertThat(fixture.aws.checker().deletions()).isEmpty();
    assertThat(fixture.ledger()).allMatch(entry -> entry.contains("SERVING announced true"));
  }

  @Test
  void run_oneTableAtATime_waitsForItsTurn() {
    LifecycleFixture fixture =
        fixture(builder -> builder.limits(ControlLimits.aws().busyTablesMax(1, 1)));
    Actor actor = fixture.begun(SPEC);
    fixture.at("2026-03-10T23:00:00Z");

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(fixture.aws.checker().refusals("LimitExceededException")).isNotEmpty();
    assertThat(fixture.notified).containsExactly("active " + TODAY, "active " + TOMORROW);
  }

  @Test
  void run_noRoomForATable_failsAndSaysWhatToDo() {
    LifecycleFixture fixture = fixture(builder -> builder.limits(ControlLimits.aws().tablesMax(1)));
    Actor actor = fixture.begun(SPEC);

    LifecycleReport report = LifecycleFixture.ran(actor);

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
    LifecycleFixture fixture =
        fixture(builder -> builder.limits(ControlLimits.aws().unitsMax(40_000, 500)));
    Actor actor = fixture.begun(SPEC);

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.FAILED)).singleElement().isInstanceOf(Build.class);
    assertThat(report.prebuilt().overdue()).containsExactly(TODAY);
  }

  /** That a table may not be lowered again yet is no reason why there is no room for others. */
  @Test
  void run_noRoomForATableWhileALowerIsRationed_fails() {
    LifecycleFixture fixture = fixture(builder -> builder.limits(ControlLimits.aws().tablesMax(2)));
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.at("2026-03-11T01:30:00Z");
    fixture.watch =
        call -> {
          if (call.operation().equals("UpdateTable")) {
            throw LimitExceededException.builder().message("so many decreases an hour").build();
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.LATER))
        .as("%s", report)
        .singleElement()
        .isInstanceOf(Resize.class);
    assertThat(report.actions(Result.FAILED)).singleElement().isInstanceOf(Build.class);
  }

  /** Another's tables are being built; when they are, ours is. */
  @Test
  void run_anotherBuildsMeanwhile_waitsForItsTurnAndIsDone() {
    LifecycleFixture fixture =
        fixture(builder -> builder.limits(ControlLimits.aws().busyTablesMax(1, 1)));
    Actor actor = fixture.begun(SPEC);
    fixture.aws.inject(
        ControlFault.slow(Duration.ofMinutes(2)).into("CreateTable").onTables("others"::equals));
    fixture.aws.client().createTable(plain("others"));

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(fixture.aws.checker().refusals("LimitExceededException")).isNotEmpty();
  }

  @Test
  void run_afterAWeekWithoutRuns_catchesUp() {
    LifecycleFixture fixture = fixture(Kind.SYNC);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.at("2026-03-17T12:00:00Z");

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.isComplete()).as("%s", report).isTrue();
    fixture.aws.advance(Duration.ofHours(1));
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    assertThat(fixture.changes())
        .contains("CreateTable readings_2026-03-17")
        .contains("DeleteTable " + TODAY)
        .doesNotContain("CreateTable readings_2026-03-12");
    assertThat(fixture.aws.client().listTables().tableNames()).contains("readings_2026-03-17");
  }

  @Test
  void run_manyTablesOfOthers_findsItsOwnBehindThem() {
    LifecycleFixture fixture = fixture(Kind.SYNC);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    for (int i = 0; i < 250; i++) {
      fixture.aws.adopt(plain("readings_%03d".formatted(i)));
      fixture.aws.adopt(plain("a%03d".formatted(i)));
    }
    fixture
        .aws
        .client()
        .updateTable(r -> r.tableName(LifecycleFixture.CONTROL).deletionProtectionEnabled(false));
    fixture.aws.advance(Duration.ofMinutes(5));
    fixture.aws.client().deleteTable(r -> r.tableName(LifecycleFixture.CONTROL));
    fixture.aws.advance(Duration.ofMinutes(5));
    actor.createControlTable();
    fixture.changes();

    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    assertThat(fixture.changes()).containsExactly("active " + TODAY);
    assertThat(fixture.aws.log().callCounts().get("ListTables")).isGreaterThanOrEqualTo(3);
  }

  @Test
  void run_loweredByHandWithinTheHour_waitsForTheNext() {
    LifecycleFixture fixture = fixture(Kind.SYNC);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.at("2026-03-10T23:00:00Z");
    LifecycleFixture.ran(actor);
    fixture.at("2026-03-11T00:30:00Z");
    fixture
        .aws
        .client()
        .updateTable(
            r ->
                r.tableName(TODAY)
                    .provisionedThroughput(u -> u.readCapacityUnits(99L).writeCapacityUnits(599L)));
    fixture.at("2026-03-11T01:00:00Z");
    LifecycleFixture.ran(actor);
    assertThat(fixture.changes())
        .filteredOn(change -> change.startsWith("UpdateTable "))
        .hasSize(1);

    fixture.at("2026-03-11T01:31:00Z");
    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.DONE)).singleElement().isInstanceOf(Resize.class);
    assertThat(fixture.aws.checker().decreaseLimitRefusals()).isEmpty();
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
