package dev.evenkeel.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.MoveStatus;
import dev.evenkeel.sharding.MoveStatus.Pass;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MoveProgressTest {
  private static final Pass NONE = new Pass(0, 0, 0, 0, 0, 0, 0, null, "");

  /** A thousand items of 2,048 bytes: 10 write units and half a read unit each, if they move. */
  private static final Pass BEFORE = pass(4, 4, 1_000, null);

  private static Pass pass(int segments, int done, long items, Double units) {
    return new Pass(segments, done, items, items * 2_048, 0, 0, 0, units, "");
  }

  private static MoveStatus status(Pass before, Pass run, Pass verify) {
    return new MoveStatus("MOVING", new Moving(null, 4, null), before, run, verify, 1);
  }

  @Test
  void left_byThePace_isThatOfTheItemsNotReadYet() {
    Pass run = pass(4, 1, 790, 21.0);
    MoveProgress moving = MoveProgress.of(status(BEFORE, run, NONE));
    assertThat(moving.left()).isEqualTo(Duration.ofSeconds(105));
    assertThat(moving.line())
        .isEqualTo(
            "run [===============     ] 79 %: 790 of 1,000 items, about 1m 45s left, 1 of 4 segments, 21 units/s");

    Pass moved = pass(4, 4, 1_000, 21.0);
    MoveProgress reading = MoveProgress.of(status(BEFORE, moved, pass(5, 0, 790, 21.0)));
    assertThat(reading.left()).isEqualTo(Duration.ofSeconds(5));
    assertThat(reading.line())
        .startsWith("verify [===============     ] 79 %: 790 of 1,000 items, about 5s left");
  }

  @Test
  void left_withoutALimit_isByWhatWasDoneInBetween() {
    MoveStatus first = status(BEFORE, pass(4, 0, 100, null), NONE);
    MoveStatus second = status(BEFORE, pass(4, 1, 200, null), NONE);

    assertThat(MoveProgress.of(second).left()).isNull();
    assertThat(MoveProgress.of(second).line())
        .isEqualTo("run [====                ] 20 %: 200 of 1,000 items, 1 of 4 segments");
    assertThat(MoveProgress.between(first, second, Duration.ofSeconds(10)).left())
        .isEqualTo(Duration.ofSeconds(80));
    assertThat(MoveProgress.between(second, second, Duration.ofSeconds(10)).left())
        .as("nobody works")
        .isNull();
  }

  @Test
  void left_ofAnotherPass_orWithoutANumberOfItems_isNotReckoned() {
    MoveStatus run = status(BEFORE, pass(4, 0, 100, null), NONE);
    MoveStatus verify = status(BEFORE, BEFORE, pass(4, 0, 10, null));
    assertThat(MoveProgress.between(run, verify, Duration.ofSeconds(1)).left()).isNull();
    MoveProgress lost = MoveProgress.of(status(NONE, pass(4, 0, 100, 50.0), NONE));
    assertThat(lost.left()).isNull();
    assertThat(lost.line()).isEqualTo("run: 100 items, 0 of 4 segments, 50 units/s");
  }

  @Test
  void line_moreItemsThanBefore_isNotAtItsEnd() {
    assertThat(MoveProgress.of(status(BEFORE, pass(4, 1, 1_200, null), NONE)).line())
        .startsWith("run [=================== ] 99 %: 1,200 of 1,000 items");
    assertThat(MoveProgress.of(status(BEFORE, pass(4, 0, 0, null), NONE)).line())
        .startsWith("run [                    ] 0 %: 0 of 1,000 items");
  }

  @Test
  void line_betweenPasses_saysWhatIsWaitedFor() {
    assertThat(MoveProgress.of(status(BEFORE, BEFORE, NONE)).line())
        .isEqualTo("waits for other workers");
    MoveStatus settled = new MoveStatus("READY", null, BEFORE, NONE, NONE, 0);
    assertThat(MoveProgress.of(settled).line()).isEqualTo("waits for clients");
  }
}
