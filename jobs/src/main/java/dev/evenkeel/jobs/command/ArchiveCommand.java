package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.jobs.work.SeriesJob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Archives, and nothing else. */
@Command(
    name = "archive",
    description = {
      "Archives the tables that are due in S3 and verifies that, until the budget is spent; the"
          + " next run goes on. apply does that too; this does nothing else. Nothing is deleted.",
      ""
    },
    footer = {"", "Example:", "  evenkeel tables archive --config evenkeel.yaml"})
final class ArchiveCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ArchiveCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    RunReport report =
        series.watched(
            "archive",
            environment,
            environment.clients(),
            environment.clock(),
            false,
            SeriesJob::archive);
    output.print(environment.terminal(), report);
    return report.isComplete() ? 0 : EvenkeelCommand.FAILED;
  }
}
