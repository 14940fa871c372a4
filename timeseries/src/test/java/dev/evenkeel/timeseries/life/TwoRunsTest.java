package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.control.ControlEvent;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException.Reason;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs that are paused at any call while others take over: work may be repeated, harm may not come
 * of it. A paused run sends its remaining requests after the others have ended, perhaps days later.
 */
class TwoRunsTest {
  private static final TimeSeriesSpec SPEC = Series.daily();
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");

  private int overtaken;

  @Test
  @Tag("rounds")
  void runs_pausedWhileOthersRun_doNoHarm() {
    Property.check(
        30,
        gen -> {
          LifecycleFixture fixture = new LifecycleFixture(Kind.SYNC, START);
          fixture.begun(SPEC);
          for (int tick = 0; tick < 12; tick++) {
            fixture.aws.advance(Duration.ofHours(gen.between(1, 14)));
            paused(fixture, gen, 2);
          }
          fixture.watch = call -> {};
          settle(fixture);
          harmless(fixture);
        });
    assertThat(overtaken).as("runs that lost their lease").isPositive();
  }

  /** Runs, and at some call stands still while time passes and another runs. */
  private void paused(LifecycleFixture fixture, Gen gen, int depth) {
    int[] calls = {0};
    int pauseAt = depth == 0 ? Integer.MAX_VALUE : gen.between(1, 90);
    Actor actor = fixture.actor(SPEC);
    CallWatch before = fixture.watch;
    fixture.watch =
        call -> {
          if (++calls[0] == pauseAt) {
            fixture.aws.advance(Duration.ofMinutes(gen.chance(0.2) ? gen.between(60, 4_000) : 3));
            CallWatch mine = fixture.watch;
            paused(fixture, gen, depth - 1);
            fixture.watch = mine;
          }
        };
    LifecycleReport report = LifecycleFixture.ran(actor);
    fixture.watch = before;
    if (report.failure() != null) {
      assertThat(report.failure())
          .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));
      overtaken++;
    }
  }

  private static void settle(LifecycleFixture fixture) {
    for (int i = 0; i < 6; i++) {
      fixture.aws.advance(Duration.ofHours(1));
      LifecycleReport report = LifecycleFixture.ran(fixture.actor(SPEC));
      assertThat(report.failure()).isNull();
    }
  }

  private static void harmless(LifecycleFixture fixture) {
    assertThat(fixture.aws.checker().tablesTouchedOutside("readings_"))
        .containsOnly(LifecycleFixture.CONTROL);
    assertThat(fixture.aws.checker().decreaseLimitRefusals()).isEmpty();
    assertThat(fixture.aws.checker().deletions()).allSatisfy(TwoRunsTest::isDue);
    Instant now = fixture.aws.now();
    String today = SPEC.tables().nameAt(now);
    assertThat(fixture.ledger())
        .contains("table#%s SERVING announced true lacking null known true".formatted(today));
    assertThat(fixture.describe(today).provisionedThroughput().writeCapacityUnits()).isEqualTo(600);
    for (String name : fixture.aws.client().listTables().tableNames()) {
      TimeSpan span = SPEC.tables().periodOf(name);
      if (span != null) {
        assertThat(now)
            .isBefore(SPEC.lastWrite(span).plus(Duration.ofDays(3)).plus(Duration.ofHours(7)));
      }
    }
  }

  private static void isDue(ControlEvent deletion) {
    TimeSpan span = SPEC.tables().periodOf(String.valueOf(deletion.table()));
    assertThat(deletion.at()).isAfterOrEqualTo(SPEC.lastWrite(span).plus(Duration.ofDays(3)));
  }
}
