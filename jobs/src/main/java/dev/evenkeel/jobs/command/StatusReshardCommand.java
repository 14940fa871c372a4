package dev.evenkeel.jobs.command;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells how far a move is. */
@Command(
    name = "status",
    description = {
      "Tells how far a move is: segments, items, pace, workers, and about how long it takes"
          + " still, by the pace or, with --over, by what was done in between. Costs a read unit"
          + " in the control table for each dozen segments, and a few more.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel reshard status --table clicks --partition-key page --sort-key at",
      "  evenkeel reshard status --table clicks --partition-key page --sort-key at --over 30s"
    })
final class StatusReshardCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();

  @Option(
      names = "--over",
      paramLabel = "LENGTH",
      defaultValue = "0s",
      description = "look twice, so far apart, and reckon the time left by that")
  private String over = "0s";

  @Override
  public Integer call() {
    Duration between = LengthOption.parse("--over", over);
    return print(
        layout.moving(
            environment(), "reshard status", false, (job, progress) -> job.status(between)));
  }
}
