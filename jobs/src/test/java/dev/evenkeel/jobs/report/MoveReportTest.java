package dev.evenkeel.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.Layout;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.MoveStatus;
import dev.evenkeel.sharding.MoveStatus.Pass;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class MoveReportTest {
  /** A pass of one segment over ten items. */
  private static Pass pass(boolean isDone, long left) {
    return new Pass(1, isDone ? 1 : 0, 10, 100, 0, left, 0, null, "");
  }

  private static String text(String command, MoveStatus status, String... given) {
    MoveProgress progress = MoveProgress.of(status);
    List<String> options = List.of(given);
    return new MoveReport(command, "clicks", "layouts", progress, "", true, 0, null, options)
        .text();
  }

  private static MoveStatus announced(Moving moving) {
    Pass none = new Pass(0, 0, 0, 0, 0, 0, 0, null, "");
    return new MoveStatus("ANNOUNCED", moving, none, none, none, 0);
  }

  /** A shell gives the command the words that this one was given. */
  @Test
  void next_isALineToBePasted() {
    Moving key = new Moving(AttributeValue.fromS("it's /home"), 4, null);
    assertThat(text("reshard status", announced(key), "--table", "clicks", "--hash-of", "a b"))
        .endsWith(
            "Next: evenkeel reshard start --table clicks --hash-of 'a b' '--key=it'\\''s /home' --to 4 --apply\nIt goes on. Where no client runs add --without-clients.\n");
    assertThat(
            text("reshard status", announced(new Moving(AttributeValue.fromS("-home"), 4, null))))
        .contains("Next: evenkeel reshard start --key=-home --to 4 --apply\n");
    assertThat(text("reshard status", announced(new Moving(null, 1, "visits"))))
        .contains("Next: evenkeel reshard start --into visits --to 1 --apply\n");
    assertThat(text("reshard status", announced(new Moving(null, 1, null))))
        .contains("Next: evenkeel reshard start --all-keys --to 1 --apply\n");
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

  @Test
  void finish_ofAMoveToAnotherTable_saysWhatItsClientsNeed() {
    assertThat(MoveOutcome.finished(inside(null, null)))
        .endsWith("on the new layout alone within seconds.");
    assertThat(MoveOutcome.finished(inside("visits-2", null)))
        .contains("name table 'visits-2' need a spec that says what");
    assertThat(MoveOutcome.finished(inside("visits_by_day", "since 2026-11-20T00:00:00Z")))
        .contains("name 'visits_by_day' need that time series, as --series has it.");
  }

  private static Layout inside(@Nullable String table, @Nullable String periods) {
    return new Layout(
        9, "SETTLED", null, false, false, Map.of(), 1, List.of(), null, 0, Map.of(), table,
        periods);
  }
}
