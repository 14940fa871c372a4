package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The life of tables: each line moves the clock, and lists everything that is done then; repeated
 * at the same instant, nothing is.
 */
class TimelineTest {
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");

  @ParameterizedTest
  @EnumSource
  void run_fiveDays_doesWhatIsDueAndNothingTwice(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(Series.daily());

    expect(
        fixture,
        actor,
        "2026-03-10T12:01:00Z",
        "CreateTable readings_2026-03-10",
        "UpdateTimeToLive readings_2026-03-10",
        "UpdateContinuousBackups readings_2026-03-10",
        "active readings_2026-03-10");
    expect(fixture, actor, "2026-03-10T22:59:00Z");
    expect(
        fixture,
        actor,
        "2026-03-10T23:00:00Z",
        "CreateTable readings_2026-03-11",
        "UpdateTimeToLive readings_2026-03-11",
        "UpdateContinuousBackups readings_2026-03-11",
        "active readings_2026-03-11");
    expect(fixture, actor, "2026-03-11T00:59:00Z");
    expect(
        fixture,
        actor,
        "2026-03-11T01:00:00Z",
        "UpdateTable readings_2026-03-10",
        "retiring readings_2026-03-10");
    expect(
        fixture,
        actor,
        "2026-03-11T23:00:00Z",
        "CreateTable readings_2026-03-12",
        "UpdateTimeToLive readings_2026-03-12",
        "UpdateContinuousBackups readings_2026-03-12",
        "active readings_2026-03-12");
    expect(
        fixture,
        actor,
        "2026-03-12T01:00:00Z",
        "UpdateTable readings_2026-03-11",
        "UpdateTable readings_2026-03-10",
        "UpdateTable readings_2026-03-10",
        "retiring readings_2026-03-11");
    built(fixture, actor, "2026-03-12", "2026-03-13");
    TableDescription cooled = fixture.describe("readings_2026-03-10");
    assertThat(cooled.tableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
    assertThat(cooled.provisionedThroughput().readCapacityUnits()).isEqualTo(5);
    assertThat(cooled.globalSecondaryIndexes().get(0).provisionedThroughput().writeCapacityUnits())
        .isEqualTo(1);
    cooled(fixture, actor, "2026-03-13", "2026-03-12", "2026-03-11");
    built(fixture, actor, "2026-03-13", "2026-03-14");
    expect(
        fixture,
        actor,
        "2026-03-14T01:00:00Z",
        "UpdateTable readings_2026-03-13",
        "UpdateTable readings_2026-03-12",
        "UpdateTable readings_2026-03-10",
        "UpdateTable readings_2026-03-12",
        "DeleteTable readings_2026-03-10",
        "retiring readings_2026-03-13");
    assertThat(fixture.aws.checker().deletions()).hasSize(1);
    assertThat(fixture.aws.checker().decreaseLimitRefusals()).isEmpty();
    assertThat(fixture.aws.checker().tablesTouchedOutside("readings_2026-03-"))
        .isEqualTo(Set.of(LifecycleFixture.CONTROL));
  }

  private static void built(LifecycleFixture fixture, Actor actor, String day, String next) {
    expect(
        fixture,
        actor,
        day + "T23:00:00Z",
        "CreateTable readings_" + next,
        "UpdateTimeToLive readings_" + next,
        "UpdateContinuousBackups readings_" + next,
        "active readings_" + next);
  }

  private static void cooled(
      LifecycleFixture fixture, Actor actor, String day, String before, String older) {
    expect(
        fixture,
        actor,
        day + "T01:00:00Z",
        "UpdateTable readings_" + before,
        "UpdateTable readings_" + older,
        "UpdateTable readings_" + older,
        "retiring readings_" + before);
  }

  private static void expect(
      LifecycleFixture fixture, Actor actor, String time, String... changes) {
    fixture.at(time);
    LifecycleReport report = LifecycleFixture.ran(actor);
    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(fixture.changes()).as("at %s", time).containsExactly(changes);
    List<String> again = fixture.run(actor);
    assertThat(again).as("again at %s\n%s", time, fixture.aws.log()).isEmpty();
  }
}
