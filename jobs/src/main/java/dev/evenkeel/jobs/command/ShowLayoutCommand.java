package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.LayoutJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows a layout record. */
@Command(
    name = "show",
    description = {
      "Shows the layout record of a table: its state, since when, what waits, for how long and for"
          + " whom, the keys with pieces of their own, and the tables whose records lead to this"
          + " one. Costs two read units, and 16 or more while clients have to be registered.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel layout show --table clicks --partition-key page --sort-key at"
    })
final class ShowLayoutCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();

  @Override
  public Integer call() {
    return print(layout.with(environment(), "layout show", false, LayoutJob::show));
  }
}
