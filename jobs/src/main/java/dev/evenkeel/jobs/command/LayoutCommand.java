package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;

/** Commands on the layouts of sharded tables. */
@Command(
    name = "layout",
    description = {
      "Shows and changes the layout of a sharded table whose clients look it up in a record.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ShowLayoutCommand.class,
      LayoutClientsCommand.class,
      AddPieceCommand.class,
      RaiseLayoutCommand.class,
      ReadyLayoutCommand.class,
      SettleLayoutCommand.class,
      AbortLayoutCommand.class
    })
final class LayoutCommand extends CommandGroup {}
