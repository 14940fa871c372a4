package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A period that is about to begin without its table is an error, whatever keeps it from there. */
class OverdueTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String TOMORROW = "readings_2026-03-11";

  @ParameterizedTest
  @EnumSource
  void run_tableIsBuiltInTime_isNotOverdue(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);

    LifecycleReport noon = LifecycleFixture.ran(actor);
    assertThat(noon.prebuilt().overdue()).isEmpty();
    assertThat(noon.prebuilt().boundary()).isEqualTo("2026-03-11T00:00:00Z");

    LifecyclePlan plan = actorAt(fixture, actor, "2026-03-10T23:40:00Z").plan().get(0);
    LifecycleReport applied = actor.apply(plan);
    assertThat(applied.hasFailed()).as("%s", applied).isFalse();
    assertThat(applied.prebuilt().boundary()).isEqualTo("2026-03-12T00:00:00Z");
  }

  private static Actor actorAt(LifecycleFixture fixture, Actor actor, String time) {
    fixture.at(time);
    return actor;
  }

  @ParameterizedTest
  @EnumSource
  void run_tableIsStillBeingBuiltNearItsBoundary_hasFailed(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.aws.inject(ControlFault.stuck().into("CreateTable").onTables(TOMORROW::equals));
    fixture.at("2026-03-10T23:00:00Z");

    LifecycleReport due = LifecycleFixture.ran(actor);
    assertThat(due.actions(Result.LATER)).hasSize(1);
    assertThat(due.hasFailed()).as("half the prebuild is left").isFalse();

    fixture.at("2026-03-10T23:30:00Z");
    LifecycleReport near = LifecycleFixture.ran(actor);
    assertThat(near.actions(Result.FAILED)).isEmpty();
    assertThat(near.hasFailed()).isTrue();
    assertThat(near.prebuilt().overdue()).containsExactly(TOMORROW);
    assertThat(near.toString()).contains("overdue: " + TOMORROW);
    assertThat(near.prebuilt().boundary()).isEqualTo("2026-03-11T00:00:00Z");
  }

  /** Nothing is planned for it, so no action can fail; writes do. */
  @ParameterizedTest
  @EnumSource
  void run_tableOfAnotherIsInTheWay_hasFailedWhenItIsNeeded(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.aws.adopt(FaultsTest.plain(TOMORROW));
    fixture.at("2026-03-10T23:40:00Z");

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.outcomes()).isEmpty();
    assertThat(report.hasFailed()).isTrue();
    assertThat(report.prebuilt().overdue()).containsExactly(TOMORROW);
  }

  @ParameterizedTest
  @EnumSource
  void run_servingTableCannotBeDescribed_isNotOverdue(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.watch =
        call -> {
          if (call.operation().equals("DescribeTable")) {
            throw Refusals.denied();
          }
        };

    assertThat(LifecycleFixture.ran(actor).prebuilt().overdue()).isEmpty();
  }
}
