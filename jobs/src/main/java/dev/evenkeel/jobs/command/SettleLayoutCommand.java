package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.LayoutJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends READY. */
@Command(
    name = "settle",
    description = {
      "Ends what 'ready' and 'add-piece' begin: clients need no rows any more, and the next change"
          + " waits for 20m 20s again. Pieces stay. Refused while a change is under way.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel layout settle --table clicks --partition-key page --sort-key at"
    })
final class SettleLayoutCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();

  @Override
  public Integer call() {
    return print(layout.with(environment(), "layout settle", true, LayoutJob::settle));
  }
}
