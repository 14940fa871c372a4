package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Clocks that are wrong. */
class ClocksTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
  private static final String FIRST = "readings_2026-03-10";

  private final LifecycleFixture fixture = new LifecycleFixture(Kind.SYNC, START);

  @Test
  void run_clockAnHourBack_isRefused() {
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.changes();
    fixture.skew = Duration.ofHours(-1);

    assertThatThrownBy(actor::plan)
        .matches(
            thrown -> LifecycleException.is(thrown, LifecycleException.Reason.CLOCK_WENT_BACK));
    LifecycleReport report = LifecycleFixture.ran(actor);
    assertThat(report.failure())
        .matches(
            thrown -> LifecycleException.is(thrown, LifecycleException.Reason.CLOCK_WENT_BACK));
    assertThat(report.isComplete()).isFalse();
    assertThat(fixture.changes()).isEmpty();

    actor.acceptClock();
    assertThat(LifecycleFixture.ran(actor).failure()).isNull();
  }

  @Test
  void run_clockMinutesBack_goesByTheLaterTime() {
    Actor actor = fixture.begun(SPEC);
    fixture.at("2026-03-10T23:00:00Z");
    LifecycleFixture.ran(actor);
    fixture.changes();
    fixture.at("2026-03-11T01:00:00Z");
    fixture.skew = Duration.ofMinutes(-4);
    LifecycleFixture.ran(actor);
    assertThat(fixture.changes()).isEmpty();
    fixture.skew = Duration.ZERO;
    LifecycleFixture.ran(actor);
    fixture.changes();
    fixture.skew = Duration.ofMinutes(-4);

    assertThat(actor.plan().get(0).at()).isAfterOrEqualTo(Instant.parse("2026-03-11T01:00:00Z"));
  }

  @Test
  void run_clockYearsAhead_buildsAndTakesNothingAway() {
    Actor actor = fixture.pastRetention(SPEC);
    fixture.skew = Duration.ofDays(800);

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.notes()).anySatisfy(note -> assertThat(note).contains("acceptClock()"));
    assertThat(fixture.changes())
        .noneMatch(change -> change.matches("(UpdateTable|DeleteTable) .*"));
    fixture.skew = Duration.ZERO;
    report = LifecycleFixture.ran(actor);
    assertThat(report.failure()).isNull();
    assertThat(report.notes())
        .anySatisfy(note -> assertThat(note).contains("readings_2028-05-22", "ahead of its time"));
    assertThat(report.actions(Result.DONE)).anyMatch(action -> action instanceof Delete);
  }

  @Test
  void run_afterALongStop_goesOnWhenTheClockIsTrusted() {
    Actor actor = fixture.begun(SPEC);
    LifecycleFixture.ran(actor);
    fixture.at("2026-06-01T12:00:00Z");
    LifecycleFixture.ran(actor);
    assertThat(fixture.changes())
        .contains("CreateTable readings_2026-06-01")
        .noneMatch(change -> change.startsWith("UpdateTable " + FIRST));

    actor.acceptClock();
    LifecycleFixture.ran(actor);
    fixture.aws.advance(Duration.ofHours(1));
    LifecycleFixture.ran(actor);
    assertThat(fixture.aws.checker().deletions()).hasSize(1);
  }
}
