package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends a move. */
@Command(
    name = "finish",
    description = {
      "Ends a move, once 'reshard verify' has proved it. Clients act on the new layout"
          + " alone then. Costs a few units in the control table.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel reshard finish --table clicks --partition-key page --sort-key at"
    })
final class FinishReshardCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();

  @Override
  public Integer call() {
    return print(
        layout.moving(environment(), "reshard finish", true, (job, progress) -> job.finish()));
  }
}
