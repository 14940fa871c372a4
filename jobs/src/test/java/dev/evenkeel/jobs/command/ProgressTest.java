package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LocalDynamoDbExtension.class)
class ProgressTest {
  @TempDir private Path folder;

  /** A terminal is left with the report, and nothing else. */
  private static void assertShowsTheReport(Result result) {
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err()).contains("0:00:00").doesNotContain("?", "\n");
    assertThat(result.screen()).isEqualTo(result.out());
  }

  @Test
  void simulate_onATerminal_leavesTheReport() throws IOException {
    CommandRunner typed = CommandRunner.offline();
    typed.columns = 80;
    assertShowsTheReport(typed.run("simulate", "--rate", "1", "--for", "1s"));
    Path trace = Files.writeString(folder.resolve("t.csv"), "1,a,1\n");
    assertShowsTheReport(typed.run("simulate", "--trace", trace.toString()));
  }

  @Test
  void advise_onATerminal_leavesTheReport() throws IOException {
    CommandRunner typed = CommandRunner.offline();
    typed.columns = 80;
    Path trace = Files.writeString(folder.resolve("t.csv"), "1,a,1\n");
    assertShowsTheReport(typed.run("advise", "--trace", trace.toString()));
  }

  @Test
  void tablesApply_onATerminal_leavesTheReport(LocalDynamoDb server) throws IOException {
    TwoSeries series = new TwoSeries(server, folder);
    series.typed.columns = 80;
    assertShowsTheReport(series.run("apply"));
  }

  @Test
  void prewarm_onATerminal_leavesTheReport(LocalDynamoDb server) throws IOException {
    TwoSeries series = new TwoSeries(server, folder);
    series.run("apply");
    series.typed.columns = 80;
    assertShowsTheReport(
        series.typed.run(
            "prewarm",
            "--table",
            "visits_2026-11",
            "--item-bytes",
            "9",
            "--reads-per-second",
            "1"));
  }

  @Test
  void aMovingLine_drawnAnew_hasTheTimeAndOneLineWhateverIsSaid() {
    StringWriter shown = new StringWriter();
    Terminal terminal = new Terminal(new PrintWriter(shown), new PrintWriter(shown), 40);
    try (Progress progress = Progress.of("apply", terminal)) {
      progress.tell("creating " + "clicks".repeat(20));
      while (!shown.toString().contains("creating")) {
        Thread.onSpinWait();
      }
    }

    for (String drawn : shown.toString().split("\r", -1)) {
      assertThat(drawn).hasSizeLessThan(40);
    }
    assertThat(shown.toString()).containsPattern("clicks\\w*  0:00:0");
    assertThat(Screens.shows(shown.toString())).isEmpty();
  }

  @Test
  void steps_inALog_areFewHoweverMuchIsCounted() {
    List<String> log = new ArrayList<>();
    Steps steps = Steps.growingTo(1_000, "items", lines(log));
    IntStream.range(0, 25).forEach(page -> steps.accept(100));

    assertThat(log).containsExactly("100 items", "1,000 items", "2,000 items");
    Steps of = Steps.each(10, "items", lines(log)).outOf(30);
    of.accept(9);
    of.accept(6);
    assertThat(log).hasSize(4).endsWith("15 of 30 items, 50 %");
  }

  private static Progress lines(List<String> log) {
    return new Progress() {
      @Override
      public void show(Supplier<String> what) {}

      @Override
      public void log(String what) {
        log.add(what);
      }

      @Override
      public void close() {}
    };
  }
}
