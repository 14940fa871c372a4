package dev.evenkeel.jobs.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Commands on the layouts of sharded tables. */
@Command(
    name = "layout",
    description = {
      "Shows and changes the layout of a sharded table whose clients look it up in a record.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND")
final class LayoutCommand extends CommandGroup {
  static CommandLine line(Environment environment) {
    return new CommandLine(new LayoutCommand())
        .addSubcommand(new ShowLayoutCommand(environment))
        .addSubcommand(new LayoutClientsCommand(environment))
        .addSubcommand(new AddPieceCommand(environment))
        .addSubcommand(new RaiseLayoutCommand(environment))
        .addSubcommand(new ReadyLayoutCommand(environment))
        .addSubcommand(new SettleLayoutCommand(environment))
        .addSubcommand(new AbortLayoutCommand(environment));
  }
}
