package dev.evenkeel.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.MoveStatus;
import dev.evenkeel.sharding.MoveStatus.Pass;
import org.junit.jupiter.api.Test;

class MoveReportTest {
  /** A pass of one segment over ten items. */
  private static Pass pass(boolean isDone, long left) {
    return new Pass(1, isDone ? 1 : 0, 10, 100, 0, left, 0, null, "");
  }

  private static String text(String command, MoveStatus status) {
    MoveProgress progress = MoveProgress.of(status);
    return new MoveReport(command, "clicks", "layouts", progress, "", true, 0, null).text();
  }

  /** The proof began before the run, and has found what that has moved since. */
  @Test
  void next_ofARunBesideAProof_isToVerify() {
    Moving all = new Moving(null, 4, null);
    MoveStatus status =
        new MoveStatus("MOVING", all, pass(true, 0), pass(true, 0), pass(false, 3), 1);

    assertThat(text("reshard run", status)).endsWith("Next: evenkeel reshard verify\n");
    assertThat(text("reshard verify", status)).endsWith("Next: evenkeel reshard run\n");
  }
}
