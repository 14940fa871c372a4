package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that ends at any call, before or after it was carried out, be it on a table or on the
 * ledger: a fresh one brings everything to where it would have come undisturbed.
 */
class CrashTest {
  private static final List<String> TIMES =
      List.of(
          "2026-03-10T12:00:00Z",
          "2026-03-10T23:00:00Z",
          "2026-03-11T02:00:00Z",
          "2026-03-12T02:00:00Z",
          "2026-03-14T02:00:00Z",
          "2026-03-14T03:00:00Z",
          "2026-03-14T04:00:00Z");

  /** The flows are the same; what the sync driver does with a crash shows at some of them. */
  private static final int SYNC_STEP = Rounds.step(17, 5);

  private static final int ASYNC_STEP = Rounds.step(9, 2);

  /** The end of a process. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** The record of one life. */
  private record Life(String state, List<String> notified, long calls, LifecycleFixture fixture) {}

  @Tag("rounds")
  @ParameterizedTest
  @EnumSource
  void run_stoppedNowAndThen_isFinishedByTheNext(Kind kind) {
    int step = kind == Kind.SYNC ? SYNC_STEP : ASYNC_STEP;
    Life undisturbed = live(kind, Long.MAX_VALUE);
    assertThat(undisturbed.calls()).isGreaterThan(200);
    assertThat(undisturbed.fixture().aws.checker().deletions()).hasSize(1);

    for (long moment = 1; moment <= undisturbed.calls(); moment += step) {
      Life disturbed = live(kind, moment);
      assertThat(disturbed.state())
          .as("stopped at moment %d", moment)
          .isEqualTo(undisturbed.state());
      assertThat(disturbed.notified())
          .as("told, stopped at %d", moment)
          .containsAll(undisturbed.notified());
      harmless(disturbed.fixture());
    }
  }

  private static void harmless(LifecycleFixture fixture) {
    assertThat(fixture.aws.checker().tablesTouchedOutside("readings_"))
        .containsOnly(LifecycleFixture.CONTROL);
    assertThat(fixture.aws.checker().decreaseLimitRefusals()).isEmpty();
    assertThat(fixture.aws.checker().deletions())
        .allMatch(deletion -> "readings_2026-03-10".equals(deletion.table()))
        .allMatch(deletion -> !deletion.at().isBefore(Instant.parse("2026-03-14T01:00:00Z")));
  }

  /** Lives through all times; the process ends at one moment, counted from 1. */
  private static Life live(Kind kind, long crashAt) {
    LifecycleFixture fixture = new LifecycleFixture(kind, Instant.parse("2026-03-10T11:00:00Z"));
    fixture.begun(Series.daily());
    long[] moments = {0};
    fixture.watch =
        call -> {
          if (++moments[0] == crashAt) {
            throw new Crash();
          }
        };
    for (String time : TIMES) {
      fixture.at(time);
      try {
        LifecycleFixture.ran(fixture.actor(Series.daily()));
      } catch (Crash crash) {
        LifecycleFixture.ran(fixture.actor(Series.daily()));
      }
    }
    long calls = moments[0];
    fixture.at("2026-03-14T04:30:00Z");
    return new Life(fixture.state(), new ArrayList<>(fixture.notified), calls, fixture);
  }
}
