package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** Refusals by AWS stand: only a local engine is served without some settings. */
class LocalEngineTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "SYNC, ValidationException",
    "SYNC, UnknownOperationException",
    "ASYNC, ValidationException",
    "ASYNC, UnknownOperationException"
  })
  void run_awsRefusesASetting_buildsNothingLess(Kind kind, String code) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    fixture.watch =
        call -> {
          if (call.request() instanceof CreateTableRequest request
              && (request.hasTags() || request.warmThroughput() != null)) {
            throw Refusals.refused(code, "Tagging is not currently supported");
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.FAILED)).as("%s", report).hasSize(1);
    assertThat(fixture.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void run_awsKnowsNoTagsSuddenly_failsAndDoesNotGoByTheLedger(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    fixture.watch =
        call -> {
          if (call.operation().equals("ListTagsOfResource")) {
            throw Refusals.refused("UnknownOperationException", "not currently supported");
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.FAILED)).as("%s", report).hasSize(1);
    assertThat(fixture.ledger()).noneMatch(entry -> entry.contains("TAGS"));
  }

  /** DynamoDB's own words for it are not looked at. */
  @ParameterizedTest
  @EnumSource
  void run_expiryMayNotBeChangedYet_isLeftToTheNextRun(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    fixture.watch =
        call -> {
          if (call.operation().equals("UpdateTimeToLive")) {
            throw Refusals.refused("ValidationException", "in other words than today's");
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.actions(Result.LATER)).as("%s", report).hasSize(1);
    assertThat(report.outcomes().get(0).detail()).contains("once an hour", "in other words");
  }
}
