package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.LayoutJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gives up a change. */
@Command(
    name = "abort",
    description = {
      "Gives up the change that is under way, whoever began it: writes that were held back go on,"
          + " no piece is added, and no item moves. Does nothing if there is none. A move that"
          + " has begun cannot be given up. Clients give up a pause after 10s by themselves; a move"
          + " that is ANNOUNCED stays until it is given up here or goes on.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel layout abort --table clicks --partition-key page --sort-key at"
    })
final class AbortLayoutCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();

  @Override
  public Integer call() {
    return print(layout.with(environment(), "layout abort", true, LayoutJob::abort));
  }
}
