package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.assertDone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The line that a terminal shows while a pass is under way. */
@ExtendWith(LocalDynamoDbExtension.class)
class ReshardProgressTest {
  private final MovedClicks clicks;

  ReshardProgressTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  @Tag("deep")
  @Test
  void passes_onATerminal_showABarAndLeaveTheReport() {
    assertDone(clicks.start("--apply"));
    clicks.typed.columns = 120;

    Result run = clicks.reshard("run", "--units-per-second", "100");
    Result verify = clicks.reshard("verify", "--units-per-second", "5");

    assertShows(run, "reshard run  run [");
    assertShows(verify, "reshard verify  verify [");
  }

  @Tag("deep")
  @Test
  void work_onATerminal_showsABarAndLeavesTheReport() {
    assertDone(clicks.start("--apply"));
    clicks.typed.columns = 120;

    Result work =
        clicks.typed("work", "--job", "move", "--index", "3", "--units-per-second", "100");

    assertShows(work, "work 3  run [");
  }

  private static void assertShows(Result result, String bar) {
    assertDone(result);
    assertThat(result.err()).contains(bar).containsPattern("\\] \\d+ %").doesNotContain("\n");
    assertThat(result.screen()).isEqualTo(result.out());
  }
}
