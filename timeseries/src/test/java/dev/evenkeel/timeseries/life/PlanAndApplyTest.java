package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A run performs exactly the actions of its plan. */
class PlanAndApplyTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String FIRST = "readings_2026-03-10";

  private final LifecycleFixture fixture = new LifecycleFixture(Kind.SYNC, START);

  @ParameterizedTest
  @EnumSource
  void plan_always_writesNothing(Kind kind) {
    LifecycleFixture other = new LifecycleFixture(kind, START);
    Actor actor = other.begun(SPEC);
    other.watch =
        call ->
            assertThat(call.operation())
                .isIn("Query", "ListTables", "DescribeTable", "ListTagsOfResource");

    assertThat(actor.plan()).singleElement().asString().contains("build " + FIRST);
    assertThat(other.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void status_amidALife_tellsTablesLedgerAndPlanAndWritesNothing(Kind kind) {
    LifecycleFixture other = new LifecycleFixture(kind, START);
    Actor actor = other.begun(SPEC);
    actor.run();
    other.at("2026-03-11T12:00:00Z");
    other.changes();

    SeriesStatus status = actor.status().get(0);

    assertThat(status.series()).isEqualTo(SPEC.tableName());
    assertThat(status.plan()).isEqualTo(actor.plan().get(0));
    assertThat(status.plan().actions()).isNotEmpty();
    assertThat(status.tables()).extracting(ObservedTable::name).containsExactly(FIRST);
    assertThat(status.tables().get(0).ownership()).isEqualTo(Ownership.OURS);
    assertThat(status.ledger())
        .singleElement()
        .satisfies(entry -> assertThat(entry.tableName()).isEqualTo(FIRST));
    assertThat(other.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void apply_planOfNow_doesWhatItSaid(Kind kind) {
    LifecycleFixture other = new LifecycleFixture(kind, START);
    Actor actor = other.begun(SPEC);
    LifecyclePlan plan = actor.plan().get(0);

    LifecycleReport report = actor.apply(plan);

    assertThat(report.actions(Result.DONE)).isEqualTo(plan.actions());
    assertThat(other.changes()).startsWith("CreateTable " + FIRST);
    assertThatThrownBy(() -> actor.apply(plan))
        .isInstanceOf(LifecycleException.class)
        .hasFieldOrPropertyWithValue("reason", LifecycleException.Reason.STALE_PLAN);
    assertThat(other.changes()).isEmpty();
  }

  /** As a run of everything does, whatever the failure is. */
  @ParameterizedTest
  @EnumSource
  void apply_failsAtItsEnd_reportsWhatItHasDone(Kind kind) {
    LifecycleFixture other = new LifecycleFixture(kind, START);
    Actor actor = other.begun(SPEC);
    LifecyclePlan plan = actor.plan().get(0);
    SdkClientException failure = SdkClientException.create("Read timed out");
    other.watch =
        call -> {
          if (call.request() instanceof UpdateItemRequest update
              && update.expressionAttributeNames().containsValue("seen")) {
            throw failure;
          }
        };

    LifecycleReport report = actor.apply(plan);

    assertThat(report.failure()).isSameAs(failure);
    assertThat(report.actions(Result.DONE)).isEqualTo(plan.actions());
    assertThat(report.prebuilt().boundary()).isEqualTo("2026-03-11T00:00:00Z");
    assertThat(other.changes()).startsWith("CreateTable " + FIRST);
  }

  @Test
  void apply_tableChangedSince_isRefusedAndNothingDone() {
    Actor actor = fixture.pastRetention(SPEC);
    LifecyclePlan plan = actor.plan().get(0);
    fixture.aws.client().updateTable(r -> r.tableName(FIRST).tableClass("STANDARD"));
    fixture.aws.advance(Duration.ofMinutes(10));
    fixture.changes();

    assertThatThrownBy(() -> actor.apply(plan))
        .isInstanceOf(LifecycleException.class)
        .hasFieldOrPropertyWithValue("reason", LifecycleException.Reason.STALE_PLAN)
        .hasMessageContaining("changed since");
    assertThat(fixture.changes()).isEmpty();
  }

  @Test
  void apply_hoursLater_isRefusedIfOtherThingsAreDue() {
    Actor actor = fixture.begun(SPEC);
    LifecyclePlan plan = actor.plan().get(0);
    fixture.at("2026-03-10T23:30:00Z");

    assertThatThrownBy(() -> actor.apply(plan))
        .isInstanceOf(LifecycleException.class)
        .hasFieldOrPropertyWithValue("reason", LifecycleException.Reason.STALE_PLAN)
        .hasMessageContaining("time has gone on");
    assertThat(fixture.changes()).isEmpty();
  }

  @Test
  void plan_moreTablesThanARunMayBuild_isRefused() {
    Actor actor =
        fixture.actor(Series.builder().lateness(Duration.ofDays(30)).build(), b -> b.buildsMax(5));
    actor.createControlTable();
    fixture.changes();

    assertThatThrownBy(actor::plan)
        .matches(
            thrown -> LifecycleException.is(thrown, LifecycleException.Reason.TOO_MANY_TABLES));
    assertThat(LifecycleFixture.ran(actor).failure())
        .matches(
            thrown -> LifecycleException.is(thrown, LifecycleException.Reason.TOO_MANY_TABLES));
    assertThat(fixture.changes()).isEmpty();
  }
}
